import type { BodyOf } from "@first-bounce/contract/call";
import type {
	AvailabilityChange,
	AvailabilityReport,
	importAvailability as importCall,
	PlayerAvailability,
	PlayerImport,
	previewAvailability as previewCall,
	SkippedLine,
	UnclearLine,
} from "@first-bounce/contract/operator/player-imports";
import type { PlayerId } from "@first-bounce/rules/ids";
import { findCurrentRound } from "@first-bounce/rules/round/round";
import type { AuditContext } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import type { SeasonSnapshot, SnapshotPlayer } from "../../seasons/current/season-snapshot.ts";
import { changeSeason } from "../season/change-season.ts";
import type { OperatorServices } from "../services.ts";
import { buildImportEntry } from "./audit-entry.ts";
import { buildPlayerEntry, createPlayerMatcher } from "./match-player.ts";
import { type AvailabilityRow, insertImport, listAvailability, listImports, saveAvailability } from "./queries.ts";
import { readAvailability } from "./read-availability.ts";
import { type ListedPlayer, type PlayerList, readPlayerList } from "./read-list.ts";

const isSame = (a: PlayerAvailability, b: PlayerAvailability): boolean => a.status === b.status && a.note === b.note;

type Matcher = ReturnType<typeof createPlayerMatcher>;

/** Reads the list. Refuses a text that is not a table of players. */
function readList(text: string, { findSquad }: Matcher): PlayerList {
	const list = readPlayerList(text, (name) => findSquad(name) !== null);
	if (!list) throw refuse(422, "player-list-no-header");
	return list;
}

/** A line of the list with its player, who was matched by id or name, or chosen by the operator. */
interface MatchedLine {
	readonly listed: ListedPlayer;
	readonly player: SnapshotPlayer;
	readonly after: PlayerAvailability;
}

interface SortedLines {
	readonly matched: MatchedLine[];
	readonly unclear: UnclearLine[];
	readonly skipped: SkippedLine[];
	/** Players whom an unclear or skipped line may mean. They do not count as missing from the list. */
	readonly possibleIds: Set<PlayerId>;
}

/** Sorts the lines into those with a player, those that an operator has to decide, and those that are skipped. */
function sortLines(
	list: PlayerList,
	matcher: Matcher,
	{ players }: SeasonSnapshot,
	decisions: ReadonlyMap<number, PlayerId | null>,
): SortedLines {
	const sorted: SortedLines = {
		matched: [],
		unclear: [],
		skipped: list.otherLines.map(({ line, text }) => ({ line, text, problem: "not-a-player" })),
		possibleIds: new Set(list.otherLines.flatMap(({ text }) => matcher.findByName(text).map(({ id }) => id))),
	};
	for (const listed of list.players) {
		const { line, text, cells } = listed;
		if (!cells.id && !cells.player && !cells.lastName) {
			sorted.skipped.push({ line, text, problem: "not-a-player" });
			continue;
		}
		const after = readAvailability(cells);
		const match = matcher.matchPlayer(listed);
		const similar = "player" in match ? [match.player] : match.similar;
		if (typeof after === "string") {
			sorted.skipped.push({ line, text, problem: after });
			for (const { id } of similar) sorted.possibleIds.add(id);
		} else if ("player" in match) sorted.matched.push({ listed, player: match.player, after });
		else {
			const decision = decisions.get(line) ?? null;
			const candidates = match.candidates.map((player) => {
				return { ...buildPlayerEntry(player), isSimilar: similar.includes(player) };
			});
			sorted.unclear.push({ line, text, after, problem: match.problem, candidates, decision });
			const player = decision === null ? undefined : players.get(decision);
			if (player) sorted.matched.push({ listed, player, after });
			else for (const { id } of similar) sorted.possibleIds.add(id);
		}
	}
	return sorted;
}

/** Whether a player is in her club's announced team of the current round, which outweighs a list that calls her uncertain. */
const isSelected = ({ status, roundId }: AvailabilityRow, currentRoundId: number | undefined): boolean =>
	(status === "playing" || status === "emergency") && roundId === currentRoundId;

/** Builds the changes that clear the injury or note of players who are not on the list. */
const buildClearingChanges = (
	snapshot: SeasonSnapshot,
	rows: ReadonlyMap<PlayerId, AvailabilityRow>,
	listedIds: Set<PlayerId>,
) =>
	[...snapshot.players.values()].flatMap((player): AvailabilityChange[] => {
		const row = rows.get(player.id);
		if (!row || listedIds.has(player.id) || player.departedRound !== null) return [];
		const { status, note } = row;
		if (status !== "injured" && note === "") return [];
		const isOut = status === "injured" || status === "not-playing";
		const after = { status: isOut ? ("uncertain" as const) : status, note: "" };
		return [{ ...buildPlayerEntry(player), before: { status, note }, after, line: null }];
	});

/** Refuses decisions that the list does not ask for, so that a mistyped line or player is not silently ignored. */
function validateDecisions(decisions: BodyOf<typeof previewCall>["decisions"], { matched, unclear }: SortedLines) {
	const lines = new Set<number>();
	for (const { line, playerId } of decisions) {
		if (lines.has(line)) throw refuse(422, "decision-twice", { row: line });
		lines.add(line);
		const unclearLine = unclear.find((row) => row.line === line);
		if (unclearLine) {
			if (playerId !== null && !unclearLine.candidates.some((candidate) => candidate.playerId === playerId))
				throw refuse(422, "decision-not-candidate", { row: line, player: playerId });
			continue;
		}
		const matchedLine = matched.find(({ listed }) => listed.line === line);
		if (matchedLine) throw refuse(422, "decision-not-needed", { row: line, name: matchedLine.player.name });
		throw refuse(422, "decision-line-unknown", { row: line });
	}
}

/** Previews the changes of a list. Unclear lines change nothing until the operator has decided. */
export async function previewAvailability(
	{ db, seasons }: Pick<OperatorServices, "db" | "seasons">,
	{ text, decisions, clearOthers }: BodyOf<typeof previewCall>,
): Promise<AvailabilityReport> {
	const snapshot = seasons.current();
	const matcher = createPlayerMatcher(snapshot);
	const rows = await listAvailability(db, snapshot.seasonId);
	const currentRoundId = findCurrentRound(snapshot.rounds)?.id;
	const decisionByLine = new Map(decisions.map(({ line, playerId }) => [line, playerId]));
	const sorted = sortLines(readList(text, matcher), matcher, snapshot, decisionByLine);
	validateDecisions(decisions, sorted);
	const { matched, unclear, skipped, possibleIds } = sorted;
	const changes: AvailabilityChange[] = [];
	const listedIds = new Set<PlayerId>();
	let unchanged = 0;
	for (const { listed, player, after } of matched) {
		const { line } = listed;
		const row = rows.get(player.id);
		if (!row) continue;
		const skip = (problem: SkippedLine["problem"]) => skipped.push({ line, text: listed.text, problem });
		if (listedIds.has(player.id)) skip("twice");
		else if (player.departedRound !== null) skip("departed");
		else if (after.status === "uncertain" && isSelected(row, currentRoundId)) skip("selected");
		else if (isSame(row, after)) unchanged++;
		else changes.push({ ...buildPlayerEntry(player), before: { status: row.status, note: row.note }, after, line });
		listedIds.add(player.id);
	}
	if (clearOthers) changes.push(...buildClearingChanges(snapshot, rows, new Set([...listedIds, ...possibleIds])));
	return { changes, unchanged, unclear, skipped: skipped.toSorted((a, b) => a.line - b.line) };
}

/** Saves previewed changes in one transaction. Refused if a player has changed since the preview. */
export async function importAvailability(
	services: Pick<OperatorServices, "db" | "seasons" | "clocks">,
	changes: BodyOf<typeof importCall>["changes"],
	audit: AuditContext,
): Promise<PlayerImport> {
	return changeSeason(services, audit, async ({ trx, seasonId, season }) => {
		const rows = await listAvailability(trx, seasonId);
		const roundId = findCurrentRound(season.rounds)?.id ?? null;
		const applied = changes.map(({ playerId, before, after }) => {
			const row = rows.get(playerId);
			if (!row) throw refuse(404, "player-unknown");
			if (!isSame(row, before)) throw refuse(409, "players-changed");
			const { status, note } = row;
			return { playerId, before: { status, note, roundId: row.roundId }, after: { ...after, roundId } };
		});
		if (new Set(changes.map(({ playerId }) => playerId)).size < changes.length) throw refuse(409, "players-changed");
		await saveAvailability(
			trx,
			seasonId,
			applied.map(({ playerId, after }) => ({ id: playerId, ...after })),
		);
		const at = new Date(services.clocks.wallNow());
		const id = await insertImport(trx, { seasonId, kind: "availability", at, changes: applied });
		const [result] = await listImports(trx, seasonId, { limit: 1, id });
		if (!result) throw refuse(404, "player-import-unknown");
		return { result, entry: buildImportEntry("availability-imported", { seasonId, id }, changes) };
	});
}
