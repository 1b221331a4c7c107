import { isDeepStrictEqual } from "node:util";
import { checkLineupSave } from "@first-bounce/rules/draft/check-lineup-save";
import { listSquad, type Squads } from "@first-bounce/rules/draft/squad-moves";
import { applyDraftRules } from "@first-bounce/rules/draft/squad-rules";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import type { PlayerId, RoundId, TeamId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { buildLineupFromIds, listPlayerIds, listSlotIds } from "@first-bounce/rules/lineup/slots";
import { createLockCheck } from "@first-bounce/rules/lockout/locked-players";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { SeasonContext } from "@first-bounce/rules/team/team-state";
import { listChanges } from "../../../team/actions/saved-action.ts";
import type { Receipt } from "../../../team/receipts/receipt.ts";
import type { Finding } from "../../../team/receipts/replay-team.ts";
import { buildSavedLineup, revertChanges } from "../../../team/receipts/replayed-team.ts";
import type { SeasonHistory } from "../../../team/receipts/season-history.ts";
import type { StoredDraftLeague, StoredDraftTeam } from "./queries.ts";
import { applyChanges, type ChangeGroup, groupChanges, listConcernedTeams } from "./replay-changes.ts";

/** A feed may report a match a little before its time, and its players are locked from then on. */
const EARLY_BOUNCE_MS = 30 * MINUTE_MS;

interface ReplayContext {
	readonly history: SeasonHistory;
	readonly rules: SeasonRules;
	/** Whether a player had the same positions all season. */
	readonly hasOnePosition: (id: PlayerId) => boolean;
}

/** A team as far as its receipts have been replayed. */
interface ReplayedTeam {
	readonly team: StoredDraftTeam;
	readonly receipts: readonly Receipt[];
	/** How many of its receipts were replayed. */
	done: number;
	version: number;
	/** Its line-ups by the receipts, by round. */
	readonly rows: Map<RoundId, Lineup>;
}

/** A line-up for comparison: the order of emergencies means nothing. */
const normalise = ({ emergency, ...lineup }: Lineup) => ({ ...lineup, emergency: emergency.toSorted((a, b) => a - b) });
const isSame = (a: Lineup | undefined, b: Lineup): boolean =>
	a !== undefined && isDeepStrictEqual(normalise(a), normalise(b));

class LeagueReplay {
	readonly findings: Finding[] = [];
	readonly #league: StoredDraftLeague;
	readonly #context: ReplayContext;
	readonly #rules: SeasonRules;
	readonly #teams: ReadonlyMap<TeamId, ReplayedTeam>;
	#squads: Squads;

	constructor(league: StoredDraftLeague, context: ReplayContext) {
		this.#league = league;
		this.#context = context;
		this.#rules = applyDraftRules(context.rules, league);
		const { resetAt } = league;
		this.#teams = new Map(
			league.teams.map((team) => {
				const isBefore = ({ wallAt }: Receipt) => resetAt !== null && wallAt <= resetAt;
				const receipts = team.receipts.filter((receipt) => !isBefore(receipt));
				const version = team.receipts.findLast(isBefore)?.version ?? 0;
				return [team.id, { team, receipts, done: 0, version, rows: new Map() }];
			}),
		);
		this.#squads = {
			owners: new Map(league.drafted.map(({ playerId, teamId }) => [playerId, teamId])),
			injured: new Map(),
			lineups: new Map(
				[...this.#teams.values()].flatMap((replayed): [TeamId, Lineup][] => {
					const lineup = this.#buildFirstLineup(replayed);
					return lineup ? [[replayed.team.id, lineup]] : [];
				}),
			),
		};
	}

	#report(teamId: TeamId, { id, roundId }: Pick<Receipt, "roundId"> & { readonly id?: string }, what: string): void {
		this.findings.push({ teamId, receiptId: id ?? null, roundId, what });
	}

	/** The line-up that a team had at the end of its draft. It has no receipt. */
	#buildFirstLineup({ team, receipts: [first] }: ReplayedTeam): Lineup | null {
		const { squad } = this.#league;
		if (first) return revertChanges(buildSavedLineup(first.saved), first.saved.changes, squad);
		const [row] = team.lineups;
		return row ? buildLineupFromIds(row.slots, squad, row) : null;
	}

	run(): void {
		for (const group of groupChanges(this.#league.changes)) this.#applyGroup(group);
		for (const replayed of this.#teams.values()) {
			for (let receipt = this.#next(replayed); receipt; receipt = this.#next(replayed)) {
				if (receipt.action === "squad-change") this.#adoptUnexplained(replayed, receipt);
				else this.#replaySave(replayed, receipt);
			}
			this.#compareStored(replayed);
		}
	}

	#next = ({ receipts, done }: ReplayedTeam): Receipt | undefined => receipts[done];

	#getContext({ wallAt, roundId, seasonAt }: Pick<Receipt, "wallAt" | "roundId" | "seasonAt">): SeasonContext {
		const context = this.#context.history.getContext({ wallAt, roundId, now: seasonAt });
		return { ...context, rules: this.#rules };
	}

	/** Replays a team's saves up to the receipt that a group of changes left; undefined if it left none. */
	#advanceTo(replayed: ReplayedTeam, [{ seasonAt }]: ChangeGroup): Receipt | undefined {
		for (;;) {
			const { receipts, done } = replayed;
			const found = receipts.slice(done).find(({ action }) => action === "squad-change");
			if (!found || found.seasonAt > seasonAt) return undefined;
			for (let save = this.#next(replayed); save && save !== found; save = this.#next(replayed))
				this.#replaySave(replayed, save);
			if (found.seasonAt === seasonAt) return found;
			this.#adoptUnexplained(replayed, found);
		}
	}

	#adoptUnexplained(replayed: ReplayedTeam, receipt: Receipt): void {
		this.#report(replayed.team.id, receipt, "no change of squads explains its line-up");
		this.#adopt(replayed, receipt);
	}

	/** Makes the line-up of a receipt the current one, even if it differs from the replayed one. */
	#adopt(replayed: ReplayedTeam, receipt: Receipt): void {
		const { team } = replayed;
		const lineup = buildSavedLineup(receipt.saved);
		const before = this.#squads.lineups.get(team.id);
		if (before && !isDeepStrictEqual(listChanges(before, lineup, this.#league.squad), receipt.saved.changes))
			this.#report(team.id, receipt, "its changes do not follow from the receipt before it");
		if (receipt.version !== replayed.version + 1) this.#reportVersion(replayed, receipt);
		replayed.version = receipt.version;
		replayed.done++;
		replayed.rows.set(Math.max(receipt.roundId, this.#league.startRoundId), lineup);
		this.#squads = { ...this.#squads, lineups: new Map(this.#squads.lineups).set(team.id, lineup) };
	}

	#reportVersion({ team, version }: ReplayedTeam, receipt: Receipt): void {
		const isSecond = receipt.version <= version;
		this.#report(
			team.id,
			isSecond ? receipt : { roundId: receipt.roundId },
			isSecond
				? `a second receipt of version ${receipt.version}`
				: `missing: version ${receipt.version - 1} has no receipt`,
		);
	}

	/** Decides a save of a line-up again. */
	#replaySave(replayed: ReplayedTeam, receipt: Receipt): void {
		const { id } = replayed.team;
		const before = this.#squads.lineups.get(id);
		const { owners, injured } = this.#squads;
		const squad = listSquad({ owners }, id).filter((playerId) => injured.get(id) !== playerId);
		if (before) {
			const saved = { lineup: before, bank: 0, startRoundId: this.#league.startRoundId, trades: [] };
			const context = { ...this.#getContext(receipt), squad };
			const ruling = checkLineupSave(saved, buildSavedLineup(receipt.saved), context);
			const problems = ruling.ok
				? []
				: ruling.violations.map((violation) =>
						violation.code === "locked"
							? `late: player ${violation.playerId} was locked`
							: `refused: ${violation.code}`,
					);
			for (const problem of new Set(problems)) this.#report(id, receipt, problem);
		}
		this.#adopt(replayed, receipt);
	}

	#applyGroup(group: ChangeGroup): void {
		const [first] = group;
		const { roundId } = first;
		const teamIds = listConcernedTeams(group);
		const receipts = new Map<TeamId, Receipt>();
		for (const teamId of teamIds) {
			const replayed = this.#teams.get(teamId);
			if (!replayed) continue;
			const receipt = this.#advanceTo(replayed, group);
			if (receipt) receipts.set(teamId, receipt);
			else this.#report(teamId, { roundId }, `missing: the change of squads ${first.id} has no receipt`);
		}
		const results = [0, EARLY_BOUNCE_MS].map((early) => this.#decide(group, early));
		const isExplained = ({ squads, problems }: (typeof results)[number]) =>
			problems.length === 0 &&
			[...receipts].every(([teamId, { saved }]) => isSame(squads.lineups.get(teamId), buildSavedLineup(saved)));
		const result = results.find(isExplained) ?? results[0];
		if (!result) return;
		for (const problem of result.problems) this.#report(first.teamId ?? teamIds[0] ?? 0, { roundId }, problem);
		const before = this.#squads;
		this.#squads = { ...result.squads, lineups: before.lineups };
		for (const [teamId, receipt] of receipts) {
			const replayed = this.#teams.get(teamId);
			if (!replayed) continue;
			const saved = buildSavedLineup(receipt.saved);
			if (!this.#isPossible(result.squads.lineups.get(teamId), saved))
				this.#report(teamId, receipt, "its line-up does not follow from the change of squads");
			this.#adopt(replayed, receipt);
		}
		const missing = teamIds.filter((teamId) => !receipts.has(teamId));
		for (const teamId of missing) {
			const lineup = result.squads.lineups.get(teamId);
			if (lineup) this.#squads = { ...this.#squads, lineups: new Map(this.#squads.lineups).set(teamId, lineup) };
		}
	}

	#decide(group: ChangeGroup, early: number) {
		const [{ wallAt, roundId, seasonAt }] = group;
		const season = this.#getContext({ wallAt, roundId, seasonAt: seasonAt + early });
		const isLocked = createLockCheck({ bank: 0, startRoundId: this.#league.startRoundId }, season);
		const changes = new Map(this.#league.changes.map((change) => [String(change.id), change]));
		const context = { rules: this.#league.squad, getPlayer: season.getPlayer, isLocked };
		return applyChanges(this.#squads, group, { changes, context });
	}

	/**
	 * Whether a saved line-up can be the expected one. If positions of its players changed during the season, only the players are
	 * compared, not their places.
	 */
	#isPossible(expected: Lineup | undefined, saved: Lineup): boolean {
		if (!expected || isSame(expected, saved)) return expected !== undefined;
		const players = listPlayerIds(saved).toSorted((a, b) => a - b);
		return (
			!players.every(this.#context.hasOnePosition) &&
			isDeepStrictEqual(
				listPlayerIds(expected).toSorted((a, b) => a - b),
				players,
			)
		);
	}

	/** Compares the stored line-ups, version and injured place of a team with the replayed ones. */
	#compareStored({ team, version, rows }: ReplayedTeam): void {
		const { squad } = this.#league;
		const firstRoundId = Math.min(...rows.keys());
		const last = { roundId: team.lineups.at(-1)?.roundId ?? this.#league.startRoundId };
		if (team.version !== version)
			this.#report(team.id, last, `the team has version ${team.version}, its last receipt ${version}`);
		for (const { roundId, ...stored } of team.lineups) {
			const lineup = rows.get(roundId);
			if (!lineup && roundId >= firstRoundId) this.#report(team.id, { roundId }, "the stored line-up has no receipt");
			if (lineup && !isSame(buildLineupFromIds(stored.slots, squad, stored), lineup))
				this.#report(team.id, { roundId }, "the stored line-up is not that of its receipt");
		}
		for (const roundId of rows.keys())
			if (!team.lineups.some((row) => row.roundId === roundId))
				this.#report(team.id, { roundId }, "the stored line-up is missing");
		const [first] = team.lineups;
		const lineup = this.#squads.lineups.get(team.id);
		if (rows.size === 0 && first && lineup && !isDeepStrictEqual(first.slots, listSlotIds(lineup, squad)))
			this.#report(team.id, first, "the stored line-up has no receipt");
		const injuredId = this.#squads.injured.get(team.id) ?? null;
		if (team.injuredId !== injuredId)
			this.#report(
				team.id,
				last,
				`player ${team.injuredId ?? 0} is in the injured place, but by the log it is ${injuredId ?? 0}`,
			);
	}
}

/**
 * Replays a drafted league by the rules: every change of squads, the line-ups after it, and every save of a line-up in between.
 */
export function replayLeague(league: StoredDraftLeague, context: ReplayContext): readonly Finding[] {
	const replay = new LeagueReplay(league, context);
	replay.run();
	return replay.findings;
}
