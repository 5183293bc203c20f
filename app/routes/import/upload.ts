import { type ActionFunctionArgs, data, redirect } from "@remix-run/cloudflare";
import { readAsAdmin, requireAdmin } from "#app/auth/require-admin.ts";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { readImportFile } from "#app/domain/import/import-files.ts";
import { MAX_ROWS } from "#app/domain/import/import-sheets.ts";
import { byOf } from "#app/records/by.ts";
import { OUT_OF_DATE, refusalOf } from "#app/records/refusals.ts";
import { findImport, isSameDraft, newDraft } from "#db/queries/import/imports.ts";

/** The most files of one import. */
const MAX_FILES = 20;
const MAX_BYTES = 10_000_000;
const MAX_COLUMNS = 200;
/** The most compressed bytes in one request. Tables and JSON compress to a tenth of their size. */
const MAX_STORED_BYTES = 5_000_000;

const TOO_LARGE =
  "These files have more than 10 MB together, or did not arrive whole, so nothing was read. Import them one by one, customers and horses first, and a longer file in parts.";

export type UploadAnswer = { problems: string[] };

/** Stores the files of a form as a draft, once for each id, and redirects to its page. */
export async function upload({ request, context }: ActionFunctionArgs) {
  await requireAdmin(request, context).catch(async (refusal: unknown) => {
    // The files are received before they are refused: otherwise workerd resets the connection, and a browser cannot show why.
    await request.body?.pipeTo(new WritableStream()).catch(() => undefined);
    throw refusal;
  });
  const form = await request.formData().catch(() => null);
  const refuse = (status: number, ...problems: string[]) => data<UploadAnswer>({ problems }, status);
  if (!form) return refuse(413, TOO_LARGE);
  const id = String(form.get("id") ?? "");
  const files = form.getAll("files").filter((each) => typeof each !== "string" && each.name !== "") as File[];
  if (!isUuid(id)) return refuse(400, OUT_OF_DATE);
  if (files.length === 0) return refuse(400, "Choose a file.");
  if (files.length > MAX_FILES) return refuse(400, `Choose at most ${MAX_FILES} files.`);
  if (files.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES) return refuse(413, TOO_LARGE);
  const read = await Promise.all(files.map(toStore));
  const problems = read.flatMap((each) => each.problems);
  if (read.reduce((sum, { content }) => sum + content.byteLength, 0) > MAX_STORED_BYTES) return refuse(413, TOO_LARGE);
  if (problems.length > 0) return refuse(400, ...problems);
  try {
    await context.db.stage(newDraft({ id, files: read }, byOf(context)));
    const [[found]] = await readAsAdmin(request, context, findImport(id));
    if (!isSameDraft(found, read)) return refuse(409, OUT_OF_DATE);
  } catch (error) {
    const { problem, status } = refusalOf(error);
    return refuse(status, problem);
  }
  return redirect(`/import/${id}`, 303);
}

/** Reads a file for storage, with the problems that no choice of an admin can solve. */
async function toStore(file: File) {
  const bytes = await file.arrayBuffer();
  const name = file.name.replace(/\p{C}/gu, "").slice(0, 200);
  // A hosted database accepts and returns only some megabytes at once.
  const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  const content = await new Response(compressed).arrayBuffer();
  const readings = await readImportFile({ name, bytes: new Uint8Array(bytes) });
  const problems = readings.flatMap((reading) =>
    reading.problem && !reading.isTable ? [`${name} ${reading.problem}`] : [],
  );
  if (readings.some(({ records }) => records.length > MAX_ROWS))
    problems.push(`${name} has more than ${MAX_ROWS.toLocaleString("en-US")} records.`);
  if (readings.some(({ columns }) => columns.length > MAX_COLUMNS))
    problems.push(`${name} has more than ${MAX_COLUMNS} columns.`);
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return { name, bytes: bytes.byteLength, hash, content, problems };
}
