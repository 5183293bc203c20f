import icons from "./icons.svg?no-inline";

export type IconName =
  | "menu"
  | "close"
  | "up"
  | "signOut"
  | "check"
  | "search"
  | "filter"
  | "columns"
  | "end"
  | "form"
  | "chart"
  | "horseshoe"
  | "people"
  | "tag"
  | "brush"
  | "rosette"
  | "receipt"
  | "banknote"
  | "table"
  | "clock"
  | "download"
  | "key"
  | "sliders";

/** A decorative icon beside a text, hidden from screen readers. The paths are in a file of their own: 0.7 kB of every page's script. */
export function Icon({ name, className = "" }: { name: IconName; className?: string }) {
  return (
    <svg width={20} height={20} aria-hidden="true" className={`shrink-0 ${className}`}>
      <use href={`${icons}#${name}`} />
    </svg>
  );
}
