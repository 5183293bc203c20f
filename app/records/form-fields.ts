/**
 * The named fields of a form, and the problem if the form has other fields or a field twice. Other fields are dropped, because
 * form libraries build arrays and objects of any size from names such as `a[9]` and `a.b`.
 */
export function pickFields(form: FormData, names: readonly string[]): { fields: FormData; problem?: string } {
  const fields = new FormData();
  const unknown = new Set<string>();
  for (const [name, value] of form) {
    if (!names.includes(name)) unknown.add(name);
    else if (fields.has(name)) return { fields, problem: `This form has the field ${name} twice.` };
    else fields.append(name, value);
  }
  if (unknown.size === 0) return { fields };
  const examples = [...unknown].slice(0, 3).map((name) => name.slice(0, 40));
  return { fields, problem: `This form has no field ${examples.join(", ")}.` };
}
