import { useEffect, useRef } from "react";

/** What a mailing has done, or that its links have ended. It takes the focus, because the button that was pressed is gone. */
export function MailingNotice({ children }: { children: string }) {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <p ref={notice} tabIndex={-1} role="status" className="notice mb-6">
      {children}
    </p>
  );
}
