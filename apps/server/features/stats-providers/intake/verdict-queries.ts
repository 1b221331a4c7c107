import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { CSV } from "../csv/csv-feed.ts";

/**
 * `received`: not processed yet. `unchanged`: processed, without effect. `quarantined`: waits for an operator. `dismissed`: by
 * an operator. `superseded`: later payloads have replaced everything in it.
 */
export type Verdict = "received" | "applied" | "unchanged" | "quarantined" | "dismissed" | "superseded";

/** Numbers that are ids or places rather than values. */
const PLACE = /\b(?:(?:player|match|round|squad|items|line|homeTeamPlayerStats|awayTeamPlayerStats) \d+|CD_\w+)/;
const VALUE =
	/"[^"]*"?…?|\b(?:missing|null|true|false|an empty list|a list|an object)\b|-?\b\d+(?:\.\d+)?(?:e\+\d+)?\b…?/;
const PLACE_OR_VALUE = new RegExp(`(${PLACE.source})|${VALUE.source}`, "g");

/** What a note is about, without values: a count that is odd in another way is still the same odd thing. */
const getNoteKey = (note: string): string =>
	note.replace(/ and \d+ more:/, ":").replace(PLACE_OR_VALUE, (_, place?: string) => place ?? "#");

/** Lists the notes of earlier payloads about the same subject. Files, which people mend and send again, are noted whole. */
async function listEarlierNotes(db: Kysely<Tables>, id: number): Promise<string[]> {
	const { rows } = await sql<{ note: string }>`
		SELECT DISTINCT jsonb_array_elements_text(old.faults) AS note
		FROM feed_payloads AS payload JOIN feed_payloads AS old
			ON (old.season_id, old.source, old.kind, old.subject)
				= (payload.season_id, payload.source, payload.kind, payload.subject) AND old.id < payload.id
		WHERE payload.id = ${id} AND payload.source <> ${CSV} AND old.verdict IN ('applied', 'unchanged')`.execute(db);
	return rows.map(({ note }) => note);
}

export const saveVerdict = (db: Kysely<Tables>, id: number, verdict: Verdict, problems: readonly string[]) =>
	db
		.updateTable("feed_payloads")
		.set({ verdict, faults: JSON.stringify(problems) })
		.where("id", "=", id)
		.execute();

export const saveWarnings = (db: Kysely<Tables>, id: number, warnings: readonly string[]) =>
	db
		.updateTable("feed_payloads")
		.set({ notices: JSON.stringify(warnings) })
		.where("id", "=", id)
		.execute();

/** Saves the verdict on a payload that is not quarantined, and those of its notes that no earlier one has. */
export async function saveVerdictWithNotes(
	db: Kysely<Tables>,
	id: number,
	verdict: Verdict,
	notes: readonly string[],
): Promise<void> {
	const known = new Set(notes.length > 0 ? (await listEarlierNotes(db, id)).map(getNoteKey) : []);
	const newNotes = notes.filter((note) => !known.has(getNoteKey(note)));
	await db
		.updateTable("feed_payloads")
		.set({ verdict, faults: JSON.stringify(newNotes), repeated_faults: notes.length - newNotes.length })
		.where("id", "=", id)
		.execute();
}

/**
 * Quarantines a payload that could not be read. It replaces those about the same subject that wait for the same reasons, as
 * during an outage; nobody could release them.
 */
export const saveUnreadable = (db: Kysely<Tables>, id: number, problems: readonly string[]): Promise<void> =>
	db.transaction().execute(async (transaction) => {
		await saveVerdict(transaction, id, "quarantined", problems);
		const { rows } = await sql<{ id: number; faults: string[] }>`
			SELECT old.id, old.faults FROM feed_payloads AS payload JOIN feed_payloads AS old
				ON (old.season_id, old.source, old.kind, old.subject)
					= (payload.season_id, payload.source, payload.kind, payload.subject) AND old.id < payload.id
			WHERE payload.id = ${id} AND old.verdict = 'quarantined'`.execute(transaction);
		const listKeys = (notes: readonly string[]) => notes.map(getNoteKey).join("\n");
		for (const earlier of rows.filter(({ faults }) => listKeys(faults) === listKeys(problems)))
			await saveVerdict(transaction, earlier.id, "superseded", earlier.faults);
	});
