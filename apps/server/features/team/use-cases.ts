import type { LineupBody, Team } from "@first-bounce/contract/team";
import { autopickModel } from "@first-bounce/rules/autopick/autopick-model";
import { readAutopick } from "@first-bounce/rules/autopick/read-autopick";
import type { UserId } from "@first-bounce/rules/ids";
import { checkPlayers, checkShape } from "@first-bounce/rules/lineup/check-lineup";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { benchIds, toSlotIds } from "@first-bounce/rules/lineup/slots";
import { locksFor } from "@first-bounce/rules/lockout/team-locks";
import { bankAfterEdit, bankUnderCap } from "@first-bounce/rules/salary/salary";
import { checkTeamEdit } from "@first-bounce/rules/team/edit-team";
import { actionRoundId, hasTeamStarted, type TeamState } from "@first-bounce/rules/team/team-state";
import { ruling, type Violation } from "@first-bounce/rules/violation";
import type { Pool } from "pg";
import { refuse } from "../../plugins/refusal.ts";
import { refuseViolations } from "../../wording/violations.ts";
import type { Clocks, Game } from "../season/game.ts";
import type { GameHolder } from "../season/game-holder.ts";
import { saveLineup, type TeamRow, teamOfUser } from "./queries.ts";
import type { Solver } from "./solver.ts";
import { contextOf, isRollbackAvailable, teamState } from "./team-state.ts";
import { withTeam } from "./team-transaction.ts";
import { type LivePoints, lineupView, teamView } from "./team-view.ts";

export interface TeamServices {
	readonly pool: Pool;
	readonly games: Pick<GameHolder, "current" | "refresh">;
	readonly clocks: Clocks;
	readonly solver: Solver;
	/** A team's points of the round that plays. */
	readonly livePoints: (teamId: number) => LivePoints | null;
	/** Told after a line-up was committed. */
	readonly onSaved: (teamId: number) => void;
}

export interface ShownTeam {
	readonly team: Team;
	readonly rollbackAvailable: boolean;
}

export interface SavedTeam extends ShownTeam {
	readonly receipt: { readonly id: string; readonly savedAt: string; readonly action: string };
}

const show = (row: TeamRow, game: Game, { clocks, livePoints }: TeamServices): ShownTeam => ({
	team: teamView(row, game, livePoints(row.id)),
	rollbackAvailable: isRollbackAvailable(row, game, clocks.seasonNow()),
});

async function myTeam(services: TeamServices, userId: UserId): Promise<{ row: TeamRow; game: Game }> {
	const game = services.games.current();
	const row = await teamOfUser(services.pool, game.seasonId, userId);
	if (row) return { row, game };
	// The first look in a season that opened after the user registered founds her team.
	return withTeam(services, userId, async ({ row, game }) => ({ row, game }));
}

export async function showMyTeam(services: TeamServices, userId: UserId): Promise<ShownTeam> {
	const { row, game } = await myTeam(services, userId);
	return show(row, game, services);
}

/** A free edit: one transaction, judged by the rules at season time as it is then (decisions §5). */
export async function updateTeam(
	services: TeamServices,
	userId: UserId,
	{ version, ...proposed }: LineupBody,
	action: "update" | "autopick" = "update",
): Promise<SavedTeam> {
	const saved = await withTeam(services, userId, async ({ client, row, game }) => {
		if (version !== undefined && version !== row.version) throw refuse(409, "stale-version");
		const now = services.clocks.seasonNow();
		const context = contextOf(game, now);
		const projected = (id: number) => game.players.get(id)?.projectedPoints;
		const judged = checkTeamEdit(teamState(row, game), proposed, { ...context, projected });
		if (!judged.ok) throw refuseViolations(judged.violations, (id) => game.players.get(id));
		const { lineup, bank, startRoundId } = judged.value;
		const { captainId, viceCaptainId, emergency } = lineup;
		const roundId = Math.max(actionRoundId(context), startRoundId);
		const line = { roundId, slots: toSlotIds(lineup, game.rules), captainId, viceCaptainId, emergency, bank };
		const accepted = { teamId: row.id, userId, startRoundId, lineup: line, action, seasonNow: now };
		const {
			id,
			wall_at,
			version: newVersion,
		} = await saveLineup(client, {
			...accepted,
			saved: { ...lineupView(lineup), bank },
		});
		const lineups = [...row.lineups.filter((each) => each.roundId !== roundId), line];
		return {
			row: { ...row, version: newVersion, start_round_id: startRoundId, lineups },
			game,
			receipt: { id, savedAt: wall_at.toISOString(), action },
		};
	});
	services.onSaved(saved.row.id);
	return { ...show(saved.row, saved.game, services), receipt: saved.receipt };
}

/** What is there to spend on a draft's empty places: nothing once a saved team is gone over its cap. */
const bankFor = (saved: TeamState | null, draft: Lineup, game: Game): number => {
	const players = (id: number) => game.players.get(id);
	return saved ? bankAfterEdit(saved.bank, saved.lineup, draft, players) : bankUnderCap(draft, game.rules, players);
};

function draftFaults(saved: TeamState | null, draft: Lineup, game: Game, now: number): Violation[] {
	const context = contextOf(game, now);
	const started: Violation[] = saved && hasTeamStarted(saved, context) ? [{ code: "team-started" }] : [];
	const shape = checkShape(draft, game.rules);
	return [...started, ...shape, ...(shape.length === 0 ? checkPlayers(draft, game.rules, context.players) : [])];
}

/** Fills the draft's empty places with the best the salary allows, then saves it like any edit (decisions §6). */
export async function autopickTeam(services: TeamServices, userId: UserId, body: LineupBody): Promise<SavedTeam> {
	const { version, ...payload } = body;
	const { row, game } = await myTeam(services, userId);
	if (version !== undefined && version !== row.version) throw refuse(409, "stale-version");
	const now = services.clocks.seasonNow();
	const saved = teamState(row, game);
	const bench = benchIds({ ...payload, emergency: [] });
	const kept = saved?.lineup.emergency.filter((id) => bench.includes(id));
	const draft: Lineup = { ...payload, emergency: payload.emergency ?? kept ?? [] };
	const faults = ruling(draftFaults(saved, draft, game, now), draft);
	if (!faults.ok) throw refuseViolations(faults.violations, (id) => game.players.get(id));

	const context = contextOf(game, now);
	const isLocked = locksFor(saved, context);
	const pool = [...game.players.values()]
		.filter(({ id }) => context.players(id))
		.map((player) => ({ player, projected: player.projectedPoints, locked: isLocked(player.id) }));
	const input = {
		lineup: draft,
		pool,
		bank: bankFor(saved, draft, game),
		firstSave: saved === null,
		rules: game.rules,
	};
	const model = autopickModel(input);
	const solution = await services.solver.solve(model.program);
	const picked = readAutopick(input, model, solution.status === "optimal" ? solution.values : null);
	if (!picked.ok) throw refuseViolations(picked.violations, (id) => game.players.get(id));
	return updateTeam(services, userId, bodyOf(picked.value, version), "autopick");
}

const bodyOf = (lineup: Lineup, version: number | undefined): LineupBody => ({
	...lineupView(lineup),
	...(version === undefined ? {} : { version }),
});
