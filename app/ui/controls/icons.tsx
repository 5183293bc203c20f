/** The stroke path of each icon, in a view box of 20 by 20. */
const PATHS = {
  menu: "M3 6.5h14M3 13.5h14",
  close: "m5 5 10 10M15 5 5 15",
  up: "m6 12 4-4 4 4",
  signOut: "M8.5 16.5H6A2.5 2.5 0 0 1 3.5 14V6A2.5 2.5 0 0 1 6 3.5h2.5M13 13.5l3.5-3.5L13 6.5M16.5 10h-8",
  check: "m5 10.5 3.5 3.5L15 6.5",
  form: "M7.5 4H6a1.5 1.5 0 0 0-1.5 1.5v10A1.5 1.5 0 0 0 6 17h8a1.5 1.5 0 0 0 1.5-1.5v-10A1.5 1.5 0 0 0 14 4h-1.5m-5 0v-.5a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v1a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1zm0 5h5m-5 3.5h3",
  horseshoe:
    "M5 17C3.7 14.3 3 11.8 3 9.5a7 7 0 0 1 14 0c0 2.3-.7 4.8-2 7.5h-2.8c1.1-2.6 1.7-5 1.7-7.3a3.9 3.9 0 0 0-7.8 0c0 2.3.6 4.7 1.7 7.3z",
  people:
    "M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zm-5.5 7c0-3 2.5-4.5 5.5-4.5s5.5 1.5 5.5 4.5zM12.5 3.7a3 3 0 0 1 0 5.6M15 12.3c1.8.6 3 2 3 4.2h-2",
  tag: "M3 4.5v4.8c0 .4.2.8.4 1l6.3 6.3a1.5 1.5 0 0 0 2.1 0l4.8-4.8a1.5 1.5 0 0 0 0-2.1L10.3 3.4c-.2-.2-.6-.4-1-.4H4.5A1.5 1.5 0 0 0 3 4.5zm4 2.5h.01",
  brush:
    "M4 5.5A1.5 1.5 0 0 1 5.5 4h9A1.5 1.5 0 0 1 16 5.5V8a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 4 8zm1.5 4V16m3-6.5V16m3-6.5V16m3-6.5V16",
  rosette: "M10 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM7 10.5 5.5 17l4.5-2.5 4.5 2.5-1.5-6.5M10 7h.01",
  receipt: "M4.5 17V4A1.5 1.5 0 0 1 6 2.5h8A1.5 1.5 0 0 1 15.5 4v13l-2.75-1.5L10 17l-2.75-1.5zm3-10.5h5m-5 3.5h5",
  banknote:
    "M3.5 5h13A1.5 1.5 0 0 1 18 6.5v7a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 2 13.5v-7A1.5 1.5 0 0 1 3.5 5zM10 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM5 10h.01M15 10h.01",
  table:
    "M4.5 3.5h11A1.5 1.5 0 0 1 17 5v10a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 15V5a1.5 1.5 0 0 1 1.5-1.5zM3 8h14M8 8v8.5M12.5 8v8.5",
  key: "M12.5 11.5a4.5 4.5 0 1 0-4.2-2.9L3 13.9V17h3v-2h2v-2l1.5-1.5a4.5 4.5 0 0 0 3 0zM13.5 6.5h.01",
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon beside a text, hidden from screen readers. */
export function Icon({ name, className = "" }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={20}
      height={20}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
