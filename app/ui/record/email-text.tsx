/** An e-mail address. A long one wraps before its '@' first. */
export function EmailText({ children: address }: { children: string }) {
  const [name, place] = address.split(/(?=@)/);
  return (
    <span>
      <span>{name}</span>
      <wbr />
      <span>{place}</span>
    </span>
  );
}
