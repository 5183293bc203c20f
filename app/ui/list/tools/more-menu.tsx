import type { MouseEvent, ReactNode } from "react";

type MoreMenuProps = {
  /** The address of the list as a file; undefined if the page has none. */
  csv: string | undefined;
  children?: ReactNode;
};

/** The menu of rare jobs: the list as a file, its print, and what the screen adds. */
export function MoreMenu({ csv, children }: MoreMenuProps) {
  return (
    <div className="more-menu">
      <button type="button" aria-label="More options" className="icon-button more" {...{ popovertarget: "more" }} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the events come from the links inside, which the keyboard presses, too. */}
      <div {...{ popover: "auto" }} id="more" className="menu anchored" onClick={closeAfterLink}>
        {children}
        {csv && (
          // The browser loads the file without leaving the page.
          <a href={csv} className="menu-item">
            Download CSV
          </a>
        )}
        <button type="button" onClick={() => print()} className="menu-item needs-script">
          Print
        </button>
      </div>
    </div>
  );
}

function closeAfterLink({ currentTarget, target }: MouseEvent<HTMLElement>) {
  if (target instanceof Element && target.closest("a")) currentTarget.hidePopover?.();
}
