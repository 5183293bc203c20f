import { useEffect, useState } from "react";

/** Why a batch was not written, and whether it has changed since the dialog opened; '' if neither applies. */
export const noticeOf = (problem: string | undefined, hasChanged: boolean): string =>
  [problem, hasChanged && "Somebody changed this since you opened it. Check it again."].filter(Boolean).join(" ");

/** Confirm stays locked for this long after the batch changes, so that the admin can notice the change. */
const CHANGE_LOCK_MS = 1_000;

/** Whether the batch changed within the last second, so that a press of Confirm was probably meant for the batch before. */
export function useJustChanged(fingerprint: string | undefined): boolean {
  const [settled, setSettled] = useState(fingerprint);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(fingerprint), CHANGE_LOCK_MS);
    return () => clearTimeout(timer);
  }, [fingerprint]);
  return settled !== fingerprint;
}
