import { useEffect, useRef } from "react";
import { Toast } from "#app/ui/shell/toast.tsx";

/** What a mailing has done, or that its links have ended. It takes the focus, because the button that was pressed is gone. */
export function MailingNotice({ children }: { children: string }) {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => notice.current?.focus({ preventScroll: true }), []);
  return (
    <Toast>
      <p ref={notice} tabIndex={-1}>
        {children}
      </p>
    </Toast>
  );
}
