import { isDeepStrictEqual } from "node:util";
import type { Dollars, RoundId, TeamId } from "@first-bounce/rules/ids";
import { buildLineupFromIds, type TeamShape } from "@first-bounce/rules/lineup/slots";
import { findStartRoundId } from "@first-bounce/rules/round/round";
import { getStartRoundId, repriceTeam, type SeasonContext } from "@first-bounce/rules/team/team-state";
import type { Trade } from "@first-bounce/rules/trades/trade";
import { listChanges } from "../actions/saved-action.ts";
import { buildLineupRow } from "../team-row.ts";
import type { StoredTeam } from "./queries.ts";
import type { Receipt } from "./receipt.ts";
import { replayAction } from "./replay-action.ts";
import { buildReplayedRow, buildSavedLineup, findBaseline, type ReplayedTeam } from "./replayed-team.ts";
import type { SeasonHistory } from "./season-history.ts";

/** A difference between what is stored and what follows from the receipts and the rules. */
export interface Finding {
	readonly teamId: TeamId;
	/** Null if the finding is about the stored team instead of a receipt. */
	readonly receiptId: string | null;
	readonly roundId: RoundId;
	readonly what: string;
}

/** Recomputes banks for publications and changes of prices or cap since the last receipt, up to wall time `until`. */
function applyRepricings(replayed: ReplayedTeam, until: number, history: SeasonHistory): ReplayedTeam {
	let current = replayed;
	for (const { at, seasonAt, roundId } of history.repricings) {
		if (at <= replayed.wallAt || at > until) continue;
		const context = history.getContext({ wallAt: at, roundId, now: seasonAt ?? Number.NEGATIVE_INFINITY });
		const isOverCap = current.banks.some((bank) => bank < 0);
		if (current.startRoundId < roundId && !isOverCap) continue;
		const repriced = current.banks.map((bank) => repriceTeam({ ...current, bank }, context).bank);
		const banks = [...new Set(seasonAt === null ? [...current.banks, ...repriced] : repriced)];
		current = { ...current, banks, mayHaveMoved: current.mayHaveMoved || isOverCap || banks.some((bank) => bank < 0) };
	}
	const latest = current.rows.get(Math.max(...current.rows.keys()));
	if (current === replayed || !latest) return current;
	return { ...current, rows: new Map(current.rows).set(latest.roundId, { ...latest, banks: current.banks }) };
}

class TeamReplay {
	readonly findings: Finding[] = [];
	readonly #team: StoredTeam;
	readonly #history: SeasonHistory;
	readonly #shape: TeamShape;

	constructor(team: StoredTeam, history: SeasonHistory, shape: TeamShape) {
		this.#team = team;
		this.#history = history;
		this.#shape = shape;
	}

	#report(receipt: Receipt | null, roundId: RoundId, finding: string): void {
		this.findings.push({ teamId: this.#team.id, receiptId: receipt?.id ?? null, roundId, what: finding });
	}

	run(): void {
		const { receipts, version, lineups, trades } = this.#team;
		let replayed: ReplayedTeam | null = null;
		for (const receipt of receipts) replayed = this.#apply(receipt, replayed);
		if (replayed) {
			this.#compareStored(applyRepricings(replayed, Number.POSITIVE_INFINITY, this.#history));
			return;
		}
		// A team that was generated or imported with its line-ups has no receipts until somebody changes it.
		if (version > 0) this.#reportMissing({ roundId: lineups.at(-1)?.roundId ?? 0 }, 1, version);
		for (const { roundId, playerInId, playerOutId } of version > 0 ? trades : [])
			this.#report(null, roundId, `the trade of ${playerOutId} for ${playerInId} has no receipt`);
	}

	#apply(receipt: Receipt, lastTeam: ReplayedTeam | null): ReplayedTeam {
		const { saved, roundId, wallAt, seasonAt } = receipt;
		const after = buildSavedLineup(saved);
		const teamBeforeRepricings =
			lastTeam ?? (receipt.version === 1 ? findBaseline(this.#team, receipt, this.#shape) : null);
		const context = this.#history.getContext({ wallAt, roundId, now: seasonAt });
		const previous = teamBeforeRepricings && applyRepricings(teamBeforeRepricings, wallAt, this.#history);
		const startRoundId = this.#findStart(receipt, previous, context);
		this.#checkVersion(receipt, previous, startRoundId);
		if (previous) {
			const changes = listChanges(previous.lineup, after, this.#shape);
			if (!isDeepStrictEqual(changes, saved.changes))
				this.#report(receipt, roundId, "its changes do not follow from the receipt before it");
		}
		const opening = [...(previous?.rows.values() ?? [])].findLast((row) => row.roundId < roundId);
		const checkSave = (bank: Dollars | null) =>
			replayAction(
				receipt,
				after,
				{
					team: previous && { ...previous, bank },
					opening: opening
						? { lineup: buildLineupFromIds(opening.slots, this.#shape, opening), bank: opening.banks[0] ?? 0 }
						: null,
				},
				context,
			);
		const banks = previous && previous.banks.length > 0 ? previous.banks : [null];
		const results = banks.map((bankBefore) => ({ bankBefore, ...checkSave(bankBefore) }));
		// The saved bank shows which of the possible banks the team had.
		const result =
			results.find(({ bank, problems }) => problems.length === 0 && (bank === null || bank === saved.bank)) ??
			results.find(({ bank }) => bank === saved.bank) ??
			results.at(-1);
		for (const problem of result?.problems ?? []) this.#report(receipt, roundId, problem);
		const bank = result?.bank ?? null;
		if (bank !== null && bank !== saved.bank)
			this.#report(receipt, roundId, `its bank is ${saved.bank}, but the rules give ${bank}`);
		const rows = new Map(previous?.rows);
		const latest = rows.get(Math.max(...rows.keys()));
		if (latest && result?.bankBefore) rows.set(latest.roundId, { ...latest, banks: [result.bankBefore] });
		const row = buildReplayedRow(buildLineupRow(Math.max(roundId, startRoundId), after, saved.bank, this.#shape));
		if (receipt.action === "rollback") rows.delete(row.roundId);
		else rows.set(row.roundId, row);
		return {
			lineup: after,
			banks: [saved.bank],
			startRoundId,
			trades: result?.trades ?? [],
			rows,
			wallAt,
			version: receipt.version,
			mayHaveMoved: saved.bank < 0,
		};
	}

	/** When the start round of a team over the cap moves, its version grows without a receipt. */
	#checkVersion(receipt: Receipt, previous: ReplayedTeam | null, startRoundId: RoundId): void {
		const expected = (previous?.version ?? 0) + 1;
		const skippedVersions = previous ? startRoundId - previous.startRoundId : 0;
		if (receipt.version < expected)
			this.#report(receipt, receipt.roundId, `a second receipt of version ${receipt.version}`);
		if (receipt.version > expected + skippedVersions) this.#reportMissing(receipt, expected, receipt.version - 1);
	}

	#reportMissing({ roundId }: Pick<Receipt, "roundId">, from: number, to: number): void {
		this.#report(
			null,
			roundId,
			from === to ? `missing: version ${to} has no receipt` : `missing: versions ${from} to ${to} have no receipt`,
		);
	}

	/**
	 * Finds the round that the team starts in. For a first save, this is the stored round. It is later than the times of
	 * matches say if a match began before its time.
	 */
	#findStart(receipt: Receipt, previous: ReplayedTeam | null, context: SeasonContext): RoundId {
		if (previous) {
			// A negative bank stands for a team over the cap, which starts in the first round that has not started.
			const movedRoundId = previous.mayHaveMoved ? getStartRoundId({ ...previous, bank: -1 }, context) : null;
			const stored = this.#team.startRoundId ?? previous.startRoundId;
			return movedRoundId === null
				? previous.startRoundId
				: Math.min(movedRoundId, Math.max(stored, previous.startRoundId));
		}
		const earliest = findStartRoundId(context.rounds, receipt.seasonAt);
		const stored = this.#team.lineups[0]?.roundId ?? earliest;
		if (earliest === null || stored === null || stored < earliest) {
			this.#report(receipt, receipt.roundId, `late: the team starts in round ${stored}, which had begun`);
			return stored ?? receipt.roundId;
		}
		return stored;
	}

	#compareStored(replayed: ReplayedTeam): void {
		const { lineups, trades, version, startRoundId } = this.#team;
		const receipt = this.#team.receipts.at(-1);
		const skippedVersions = replayed.mayHaveMoved ? (startRoundId ?? replayed.startRoundId) - replayed.startRoundId : 0;
		if (version > replayed.version + skippedVersions)
			this.#reportMissing({ roundId: receipt?.roundId ?? 0 }, replayed.version + 1, version);
		if (version < replayed.version)
			this.#report(
				null,
				receipt?.roundId ?? 0,
				`the team has version ${version}, its last receipt ${replayed.version}`,
			);
		if (startRoundId !== replayed.startRoundId && !replayed.mayHaveMoved)
			this.#report(
				null,
				replayed.startRoundId,
				`the team starts in round ${startRoundId} instead of ${replayed.startRoundId}`,
			);
		for (const { banks, ...row } of replayed.rows.values()) {
			const stored = lineups.find(({ roundId }) => roundId === row.roundId);
			if (!stored) {
				this.#report(null, row.roundId, "the stored line-up is missing");
				continue;
			}
			const { bank: storedBank, ...storedRow } = stored;
			if (!isDeepStrictEqual(storedRow, row))
				this.#report(null, row.roundId, "the stored line-up is not that of its receipt");
			if (!banks.some((bank) => bank === storedBank))
				this.#report(
					null,
					row.roundId,
					`the stored bank is ${storedBank}, but the receipts give ${banks.join(" or ")}`,
				);
		}
		for (const { roundId } of lineups.filter((row) => !replayed.rows.has(row.roundId)))
			this.#report(null, roundId, "the stored line-up has no receipt");
		this.#compareTrades(trades, replayed.trades);
	}

	#compareTrades(stored: readonly Trade[], replayed: readonly Trade[]): void {
		const unmatched = [...replayed];
		for (const trade of stored) {
			const index = unmatched.findIndex(
				(candidate) =>
					candidate.roundId === trade.roundId &&
					candidate.playerInId === trade.playerInId &&
					candidate.playerOutId === trade.playerOutId,
			);
			const name = `the trade of ${trade.playerOutId} for ${trade.playerInId}`;
			const [found] = index < 0 ? [] : unmatched.splice(index, 1);
			if (!found) this.#report(null, trade.roundId, `${name} has no receipt`);
			else if (found.priceIn !== trade.priceIn || found.priceOut !== trade.priceOut)
				this.#report(
					null,
					trade.roundId,
					`${name} is stored at ${trade.priceOut} for ${trade.priceIn}, but the prices were ${found.priceOut} and ${found.priceIn}`,
				);
		}
		for (const { roundId, playerInId, playerOutId } of unmatched)
			this.#report(null, roundId, `the trade of ${playerOutId} for ${playerInId} is missing`);
	}
}

/** Replays a team's receipts under the rules, and compares the result with the stored team. */
export function replayTeam(team: StoredTeam, history: SeasonHistory, shape: TeamShape): readonly Finding[] {
	const replay = new TeamReplay(team, history, shape);
	replay.run();
	return replay.findings;
}
