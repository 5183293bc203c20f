/**
 * As the first child of a form: Enter in a box, a choice or a text of the form does nothing, since browsers press the first submit
 * button. (Chromium passes over a disabled one, WebKit over one that is not rendered; an invisible one takes no focus.) Without
 * JavaScript `dialog` submits nothing.
 */
export const NoDefaultButton = () => (
  <button
    type="submit"
    formMethod="dialog"
    className="invisible absolute"
    onClick={(event) => event.preventDefault()}
  />
);
