import { type ActionFunctionArgs, data, redirect } from "@remix-run/cloudflare";
import { requireAdmin, writeAsAdmin } from "#app/auth/require-admin.ts";
import { type BarnDetails, MAX_BARN_ADDRESS } from "#app/domain/barn-details.ts";
import { isUuid } from "#app/domain/idempotency-key.ts";
import { parseMultilineText, parseName } from "#app/domain/parse.ts";
import { byOf } from "#app/records/by.ts";
import { pickFields } from "#app/records/form-fields.ts";
import { OUT_OF_DATE, refusalOf } from "#app/records/refusals.ts";
import { ConflictError } from "#db/errors.ts";
import { saveBarnDetails } from "#db/queries/barn-details.ts";

/** The answer to a save that wrote nothing: what was entered, and what is wrong with each field, or with the whole form. */
export type BarnAnswer = {
  entered: BarnDetails;
  errors: { name?: string; address?: string };
  problem?: string;
  unreachable: boolean;
};

/** The page that the dialog leads back to: the statement that it was opened from, or Accounts. */
export function pageBehind({ url }: { url: string }): string {
  const back = new URL(url).searchParams.get("back") ?? "";
  return /^\/customers\/[\w-]+\/statement(\?[\w=&-]*)?$/.test(back) ? back : "/accounts";
}

/** Saves the barn's name and address (docs/product.md, 'Statements'). */
export async function saveBarn({ request, context }: ActionFunctionArgs) {
  const { fields, problem } = pickFields(await request.formData(), [
    "idempotencyKey",
    "name",
    "address",
    "nameBefore",
    "addressBefore",
  ]);
  // A form sends line breaks as CR and LF.
  const text = (field: string) => String(fields.get(field) ?? "").replaceAll("\r\n", "\n");
  const entered = { name: text("name"), address: text("address") };
  const refuse = (status: number, refusal: Pick<Partial<BarnAnswer>, "errors" | "problem">) => {
    context.log.fail("Error saving the barn details");
    return data<BarnAnswer>({ entered, errors: {}, unreachable: status === 503, ...refusal }, status);
  };
  const key = text("idempotencyKey");
  const name = parseName(entered.name, "Name");
  const address = parseMultilineText(entered.address, MAX_BARN_ADDRESS);
  const isParsed = "value" in name && "value" in address;
  try {
    if (problem || !isUuid(key) || !isParsed) {
      await requireAdmin(request, context);
      if (problem || !isUuid(key)) return refuse(400, { problem: problem ?? OUT_OF_DATE });
      return refuse(400, {
        errors: {
          ...("problem" in name && { name: name.problem }),
          ...("problem" in address && { address: address.problem }),
        },
      });
    }
    const before = { name: text("nameBefore"), address: text("addressBefore") };
    const change = saveBarnDetails(key, { name: name.value, address: address.value }, before, byOf(context));
    await writeAsAdmin(request, context, change);
  } catch (error) {
    if (error instanceof ConflictError) return refuse(409, { problem: CHANGED });
    const refusal = refusalOf(error);
    return refuse(refusal.status, { problem: refusal.problem });
  }
  return redirect(pageBehind(request), 303);
}

const CHANGED =
  "Somebody else changed the barn details meanwhile, so yours are not saved. Close this and open it again.";
