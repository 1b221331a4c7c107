import { listRows } from "../../../db/rows.ts";
import type { Db } from "../../../db/tables/tables.ts";
import { CSV } from "../csv/csv-feed.ts";

/**
 * `received`: not processed yet. `unchanged`: processed, without effect. `quarantined`: waits for an operator. `dismissed`: by
 * an operator. `superseded`: later payloads have replaced everything in it.
 */
export type Verdict = "received" | "applied" | "unchanged" | "quarantined" | "dismissed" | "superseded";

/** Numbers that are ids or positions in a list rather than values. */
const ID_OR_POSITION =
	/\b(?:(?:player|match|round|squad|items|line|homeTeamPlayerStats|awayTeamPlayerStats) \d+|CD_\w+)/;
const VALUE =
	/"[^"]*"?…?|\b(?:missing|null|true|false|an empty list|a list|an object)\b|-?\b\d+(?:\.\d+)?(?:e\+\d+)?\b…?/;
const ID_OR_VALUE = new RegExp(`(${ID_OR_POSITION.source})|${VALUE.source}`, "g");

/** The note without its values, so that the same problem with other counts is recognised. */
const getNoteKey = (note: string): string =>
	note.replace(/ and \d+ more:/, ":").replace(ID_OR_VALUE, (_, id?: string) => id ?? "#");

/**
 * Lists the notes of the payloads about the same subject since the last one without any: a problem that was gone is listed again.
 * None for files, whose problems are always listed, because people correct and send them again.
 */
async function listEarlierNotes(db: Db, id: number): Promise<string[]> {
	const rows = await listRows(db)<{ note: string }>`
		SELECT DISTINCT jsonb_array_elements_text(old.faults) AS note
		FROM feed_payloads AS payload JOIN feed_payloads AS old
			ON (old.season_id, old.source, old.kind, old.subject)
				= (payload.season_id, payload.source, payload.kind, payload.subject) AND old.id < payload.id
		CROSS JOIN LATERAL (
			SELECT coalesce(max(id), 0) AS id FROM feed_payloads AS clean
			WHERE (season_id, source, kind, subject)
					= (payload.season_id, payload.source, payload.kind, payload.subject) AND clean.id < payload.id
				AND verdict IN ('applied', 'unchanged') AND faults = '[]' AND repeated_faults = 0
		) AS clean
		WHERE payload.id = ${id} AND payload.source <> ${CSV} AND old.id > clean.id
			AND old.verdict IN ('applied', 'unchanged')`;
	return rows.map(({ note }) => note);
}

export const saveVerdict = (db: Db, id: number, verdict: Verdict, problems: readonly string[]) =>
	db
		.updateTable("feed_payloads")
		.set({ verdict, faults: JSON.stringify(problems) })
		.where("id", "=", id)
		.execute();

export const saveWarnings = (db: Db, id: number, warnings: readonly string[]) =>
	db
		.updateTable("feed_payloads")
		.set({ notices: JSON.stringify(warnings) })
		.where("id", "=", id)
		.execute();

/** Saves the verdict on a payload that is not quarantined, and those of its notes that no earlier one has. */
export async function saveVerdictWithNotes(
	db: Db,
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
export async function saveUnreadable(trx: Db, id: number, problems: readonly string[]): Promise<void> {
	await saveVerdict(trx, id, "quarantined", problems);
	const rows = await listRows(trx)<{ id: number; faults: string[] }>`
		SELECT old.id, old.faults FROM feed_payloads AS payload JOIN feed_payloads AS old
			ON (old.season_id, old.source, old.kind, old.subject)
				= (payload.season_id, payload.source, payload.kind, payload.subject) AND old.id < payload.id
		WHERE payload.id = ${id} AND old.verdict = 'quarantined'`;
	const listKeys = (notes: readonly string[]) => notes.map(getNoteKey).join("\n");
	for (const earlier of rows.filter(({ faults }) => listKeys(faults) === listKeys(problems)))
		await saveVerdict(trx, earlier.id, "superseded", earlier.faults);
}
