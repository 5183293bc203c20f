import { type Params, useMatches } from "@remix-run/react";

/** The `handle` of a dialog's route: its title, which names the tab, too. */
type DialogHandle = { title: (params: Params) => string };

export const titled = (title: string): DialogHandle => ({ title: () => title });

/** 'New Horse' or, for a record that exists, 'Edit Horse'. */
export const titledByRecord = (noun = "", verb = "Edit"): DialogHandle => ({
  title: ({ id }) => `${id ? verb : "New"} ${noun}`,
});

/** The title of the dialog that is open; undefined if none is. */
export function useDialogTitle(): string | undefined {
  const { handle, params = {} } = useMatches().at(-1) ?? {};
  return (handle as DialogHandle | undefined)?.title(params);
}
