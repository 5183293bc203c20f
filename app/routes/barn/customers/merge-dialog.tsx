import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { differing } from "#app/domain/barn/merge-customers.ts";
import type { Unreachable } from "#app/domain/basics/answers.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { tellApart } from "#app/domain/basics/names.ts";
import { Dialog, DialogFoot } from "#app/ui/dialog/dialog.tsx";
import { useIsPosting } from "#app/ui/dialog/dialog-link.tsx";
import { titled } from "#app/ui/dialog/dialog-title.ts";
import { mergeToConfirm, otherCustomers } from "#db/queries/barn/merge-customers.ts";
import { customersAt, type MergeAnswer, mergeShown, shownVersions } from "./merge.ts";
import { MergeChoicesOf, OtherCustomer } from "./merge-choices.tsx";
import { describeMoves, describeStays, GONE } from "./merge-words.ts";

/** Reads both customers and what moves or, without the other one, the customers to choose from; nothing after a post during an outage. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const { leaving, remaining } = customersAt(args);
  const queries = [
    mergeToConfirm(leaving, remaining, todayInNewYork(context.now)),
    otherCustomers(remaining ? "" : leaving),
  ] as const;
  const read = await readOrNullAfterPost(context, readAsAdmin(request, context, ...queries));
  const merge = read?.[0][0]?.merge ?? null;
  const [others] = read?.[1] ?? [];
  const [{ name: self = null } = {}] = others?.list.filter(({ id }) => id === leaving) ?? [];
  return {
    closePath: new URL(request.url).searchParams.get("from") === "check" ? CHECK : `/customers/${leaving}`,
    swapped: `/customers/${remaining}/merge?${new URLSearchParams({ into: leaving })}`,
    merge: merge && {
      ...merge,
      versions: shownVersions(merge),
      differ: differing(merge.remaining, merge.leaving),
      moves: describeMoves(merge),
      stays: describeStays(merge),
    },
    choose:
      !remaining && self
        ? { name: self, others: tellApart(others?.list.filter(({ id }) => id !== leaving) ?? []) }
        : null,
    isGone: read !== null && !merge && (remaining !== "" || !self),
    idempotencyKey: crypto.randomUUID(),
  };
}

const CHECK = "/billing/check?all=mergedNames";

export const handle = titled("Merge customers");
export const action = (args: ActionFunctionArgs) => mergeShown(args);

export { revalidateIfChanged as shouldRevalidate, sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadDialog as clientLoader } from "#app/records/client-loaders.ts";

/** 'Merge customers': both side by side, what moves, and what stays (docs/product.md, 'Merging customers'). */
export default function MergeCustomers() {
  const { closePath, swapped, merge, choose, isGone, idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<MergeAnswer | Unreachable>();
  const isRunning = useIsPosting();
  const sent = answer && "sent" in answer && !answer.isChanged ? answer.sent : null;
  if (choose) return <OtherCustomer {...choose} closePath={closePath} />;
  return (
    <Dialog onClosePath={closePath} isLocked={isRunning} className="w-xl">
      <Form method="post" preventScrollReset className="mt-4 grid gap-4">
        {isGone && <p>{GONE}</p>}
        {merge && (
          <>
            <p className="wrap-anywhere">
              Merge <b translate="no">{merge.leaving.name}</b> into <b translate="no">{merge.remaining.name}</b>.{" "}
              <Link to={swapped} replace preventScrollReset className="link">
                {`Keep ${merge.leaving.name} instead`}
              </Link>
            </p>
            <MergeChoicesOf {...merge} />
            <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
            <input type="hidden" name="version" value={merge.versions} />
          </>
        )}
        {!merge &&
          Object.entries(sent ?? {}).map(([name, value]) => <input key={name} type="hidden" {...{ name, value }} />)}
        <DialogFoot
          onClosePath={closePath}
          isLocked={isRunning}
          problem={answer?.problem}
          label={(merge || sent) && "Merge"}
          runningLabel="Merging..."
        />
      </Form>
    </Dialog>
  );
}
