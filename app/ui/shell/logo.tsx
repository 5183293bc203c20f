/** The logo in the system's colour scheme. Its fixed size prevents a layout shift while it loads. */
export function Logo() {
  return (
    <picture>
      <source srcSet="/logo-dark.svg" media="(prefers-color-scheme: dark)" />
      <img src="/logo-light.svg" alt="Hayloft" width={108} height={32} className="h-8 w-27" />
    </picture>
  );
}
