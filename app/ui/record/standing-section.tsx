import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import { type Cents, formatDollars } from "#app/domain/basics/money.ts";
import { Section, To } from "./record-page.tsx";

type StandingSectionProps = {
  charges: readonly {
    id: string;
    horseId: string;
    horse: string;
    service: string;
    amount: Cents;
    weekdays: readonly string[];
    from: LocalDate;
    until: LocalDate | null;
  }[];
  isDeleted: boolean;
  /** The horses of the page. That of several names the horse in each row. */
  horses: readonly { id: string }[];
  isOfHorse?: boolean;
};

/** The standing charges of a horse, or of the horses of a customer, that have not ended. */
export function StandingSection({ charges, isDeleted, horses, isOfHorse = false }: StandingSectionProps) {
  const [only, other] = horses;
  const add = `/services/standing/new${only && !other ? `?horse=${only.id}` : ""}`;
  return (
    <Section
      id="standing"
      title="Standing charges"
      add={!isDeleted && add}
      {...(isOfHorse && { all: `/services/standing?view=all&horse=${only?.id}` })}
      none="None. Add what comes every month or week, such as a lesson."
      head={[
        ...(isOfHorse ? [] : ["Horse"]),
        "Service",
        "When",
        ["Each time", "end"],
        ["From", "date"],
        ["Until", "date"],
      ]}
      rows={charges.map(({ id, horseId, horse, service, amount, weekdays, from, until }) => ({
        key: id,
        cells: [
          ...(isOfHorse
            ? []
            : [
                <To key={horseId} to={`/horses/${horseId}`}>
                  {horse}
                </To>,
              ]),
          <To key={id} to={`/services/standing/${id}/edit`}>
            {service}
          </To>,
          weekdays.length > 0 ? weekdays.join(", ") : "Monthly",
          formatDollars(amount),
          formatUsDate(from),
          until && formatUsDate(until),
        ],
      }))}
    />
  );
}
