/**
 * The fields of a form by their plain names. Whatever else was sent is dropped and told: form libraries build lists and
 * objects from names such as `a[9]` and `a.b`, of whatever size a stranger asks for.
 */
export function pickFields(form: FormData, names: readonly string[]): { fields: FormData; problem?: string } {
  const fields = new FormData();
  const strange = new Set<string>();
  for (const [name, value] of form) {
    if (!names.includes(name)) strange.add(name);
    else if (fields.has(name)) return { fields, problem: `This form has the field ${name} twice.` };
    else fields.append(name, value);
  }
  if (strange.size === 0) return { fields };
  const some = [...strange].slice(0, 3).map((name) => name.slice(0, 40));
  return { fields, problem: `This form has no field ${some.join(", ")}.` };
}
