import { type ReactNode, useEffect, useRef } from "react";
import { button } from "#app/ui/controls/button.tsx";

type QuestionProps = {
  title: string;
  children?: ReactNode;
  /** The label of the button, also Escape, that leaves the page as it is. */
  keep: string;
  onKeep: () => void;
  /** The other button. */
  action: ReactNode;
};

/** A question over the page, or over the dialog that is open. It gives the focus back to what had it. */
export function Question({ title, children, keep, onKeep, action }: QuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="question" className="dialog" onClose={onKeep}>
      <h2 id="question">{title}</h2>
      {children}
      <div className="dialog-foot">
        <button type="button" className={button.secondary} onClick={() => dialog.current?.close()}>
          {keep}
        </button>
        {action}
      </div>
    </dialog>
  );
}
