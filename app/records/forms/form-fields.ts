const ENTRY = /^(\w+)\[(?:\d|[1-9]\d|1\d\d)\]$/;

/** The value of `__intent__` that conform's Insert and Remove buttons of a list post. */
const INTENT = /^\{"type":"(?:insert|remove)","payload":\{"name":"(\w+)"(?:,"index":\d{1,3})?\}\}$/;

/**
 * The named fields of a form, and the problem if the form has other fields or a field twice. Other fields are dropped, because
 * form libraries build arrays and objects of any size from names such as `a[9]` and `a.b`. Each of the `lists` has up to 200
 * fields, such as `riders[0]`, and the buttons that add and remove them.
 */
export function pickFields(
  form: FormData,
  names: readonly string[],
  lists: readonly string[] = [],
): { fields: FormData; problem?: string } {
  const fields = new FormData();
  const unknown = new Set<string>();
  for (const [name, value] of form) {
    const list = name === "__intent__" ? INTENT.exec(String(value)) : ENTRY.exec(name);
    if (!names.includes(name) && !lists.includes(list?.[1] ?? "")) unknown.add(name);
    else if (fields.has(name)) return { fields, problem: `This form has the field ${name} twice.` };
    else fields.append(name, value);
  }
  if (unknown.size === 0) return { fields };
  const examples = [...unknown].slice(0, 3).map((name) => name.slice(0, 40));
  return { fields, problem: `This form has no field ${examples.join(", ")}.` };
}
