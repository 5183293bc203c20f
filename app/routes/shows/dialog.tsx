import { getInputProps, getSelectProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { readAgainIfSent, sendOrStay } from "#app/connection.ts";
import { formatUsDate } from "#app/domain/calendar.ts";
import { byName } from "#app/domain/names.ts";
import { openForm, saveForm } from "#app/record-form.ts";
import { controlClass, Field } from "#app/ui/field.tsx";
import { RecordDialog } from "#app/ui/record-dialog.tsx";
import type { ShowOption } from "#db/queries/shows.ts";
import { showForm } from "./form.ts";

export const loader = (args: LoaderFunctionArgs) => openForm(args, showForm);
export const action = (args: ActionFunctionArgs) => saveForm(args, showForm);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => sendOrStay(() => serverAction());

export const shouldRevalidate = readAgainIfSent;

/** 'New Show', and the same for editing one. */
export default function ShowDialog() {
  const { token, found, options } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const theirs = answer?.theirs;
  return (
    <RecordDialog
      noun="Show"
      path="/shows"
      opened={{ token, version: found?.version ?? null }}
      answer={answer}
      defaults={{
        name: found?.name ?? "",
        date: found?.date ?? "",
        horseId: found?.horseId ?? "",
        serviceId: found?.serviceId ?? "",
        quantity: String(found?.quantity ?? 1),
      }}
      theirs={
        theirs
          ? [
              ["Show Name", theirs.name],
              ["Date", formatUsDate(theirs.date)],
              ["Horse", theirs.horse],
              ["Service", theirs.service],
              ["Quantity", String(theirs.quantity)],
            ]
          : null
      }
    >
      {(fields) => (
        <>
          <Field label="Show Name" required field={fields.name}>
            <input {...getInputProps(fields.name, { type: "text" })} className={controlClass} />
          </Field>
          <Field label="Date" required field={fields.date}>
            <input {...getInputProps(fields.date, { type: "date" })} className={controlClass} />
          </Field>
          <Field label="Horse" required field={fields.horseId}>
            <select {...getSelectProps(fields.horseId)} className={controlClass}>
              <option value="">Select a horse...</option>
              <Options options={options?.horses} own={found && { id: found.horseId, name: found.horse }} />
            </select>
          </Field>
          <Field label="Service" required field={fields.serviceId}>
            <select {...getSelectProps(fields.serviceId)} className={controlClass}>
              <option value="">Select a service...</option>
              <Options options={options?.services} own={found && { id: found.serviceId, name: found.service }} />
            </select>
          </Field>
          <Field label="Quantity" required field={fields.quantity}>
            <input
              {...getInputProps(fields.quantity, { type: "number" })}
              min={1}
              inputMode="numeric"
              className={controlClass}
            />
          </Field>
        </>
      )}
    </RecordDialog>
  );
}

/** By name, and with them the one that the show has, where that was deleted. */
function Options({ options = [], own }: { options: ShowOption[] | undefined; own: ShowOption | null }) {
  const isGone = own && !options.some(({ id }) => id === own.id);
  return (
    <>
      {isGone && <option value={own.id}>{own.name}</option>}
      {[...options].sort(byName).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </>
  );
}
