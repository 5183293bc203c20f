import { useEffect, useState } from "react";

/** Why nothing was done; or that what is to be confirmed is not what the dialog was opened with. */
export function WhatHappened({ problem, hasChanged }: { problem: string | undefined; hasChanged: boolean }) {
  const news = hasChanged && "Somebody has changed this since you opened it: look at it again.";
  if (!problem && !news) return null;
  return (
    <p role="alert" className="alert">
      {[problem, news].filter(Boolean).join(" ")}
    </p>
  );
}

/** So long nobody can have looked at what has just changed, in milliseconds. */
const LOOK = 1_000;

/** Whether what is to be confirmed was another a moment ago: a press of the button was meant for that. */
export function useJustChanged(fingerprint: string | undefined): boolean {
  const [looked, setLooked] = useState(fingerprint);
  useEffect(() => {
    const timer = setTimeout(() => setLooked(fingerprint), LOOK);
    return () => clearTimeout(timer);
  }, [fingerprint]);
  return looked !== fingerprint;
}
