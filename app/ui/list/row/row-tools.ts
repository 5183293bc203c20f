import { flushSync } from "react-dom";

/*
 * The editor, the menu and the keys of a row load when a row is used for the first time: most visits only read. Until then, and without
 * JavaScript, a value is a link to the dialog of its record, and the menu's button loads the list with the menu open.
 */
type RowTools = Pick<typeof import("./row-editor.tsx"), "RowEditor"> &
  Pick<typeof import("./row-menu.tsx"), "RowMenu"> &
  Pick<typeof import("./row-keys.ts"), "selectByKey">;

let loaded: RowTools | null = null;
let loading: Promise<RowTools> | null = null;

/** Loads the tools, once. After a failure the next call tries again. */
export function loadRowTools(): Promise<RowTools> {
  loading ??= Promise.all([
    import("./row-editor.tsx"),
    import("./row-menu.tsx"),
    import("./keep-focus.ts"),
    import("./row-keys.ts"),
  ]).then(
    ([{ RowEditor }, { RowMenu }, { keepFocus }, { listenToRowKeys, selectByKey }]) => {
      keepFocus();
      listenToRowKeys();
      loaded = { RowEditor, RowMenu, selectByKey };
      return loaded;
    },
    (error) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** Opens the editor that a press has asked for, unless the person has gone elsewhere while its code was loading. */
export function whenLoaded(open: () => void, fail: () => void): void {
  const { activeElement } = document;
  if (loaded) open();
  // At once, because the editor takes the focus as it is rendered.
  else loadRowTools().then(() => document.activeElement === activeElement && flushSync(open), fail);
}

/** Whether a mouse or a finger made the press: a press of a key has a click count of 0. */
export const isByPointer = ({ detail }: { detail: number }) => detail > 0;

/** The tools, or null until they have loaded. */
export const rowTools = () => loaded;
