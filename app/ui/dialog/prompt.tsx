import { type ReactNode, useEffect, useRef } from "react";
import { button } from "#app/ui/controls/button.tsx";

type QuestionProps = {
  title: string;
  children?: ReactNode;
  /** The label of the button, also Escape, that leaves the page as it is. */
  keep: string;
  onKeep: () => void;
  /** The button or link that goes ahead. */
  action: ReactNode;
};

/** A question over the page, or over the dialog that is open. It gives the focus back to what had it. */
export function Prompt({ title, children, keep, onKeep, action }: QuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  /**
   * Whether the user chose to stay. The `close` event of the dialog comes later, and would close a question asked
   * since.
   */
  const isKept = useRef(false);
  const keepPage = () => {
    isKept.current = true;
    dialog.current?.close();
    onKeep();
  };
  const onClose = () => {
    if (!isKept.current) onKeep();
    isKept.current = false;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `onKeep` is that of another navigation, for which the dialog opens again.
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, [onKeep]);
  return (
    <dialog ref={dialog} aria-labelledby="question" className="dialog" onCancel={keepPage} onClose={onClose}>
      <h2 id="question">{title}</h2>
      {children}
      <div className="dialog-foot">
        <button type="button" className={button.secondary} onClick={keepPage}>
          {keep}
        </button>
        {action}
      </div>
    </dialog>
  );
}
