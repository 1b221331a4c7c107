import type { LineupBody, SavedTeam, ShownTeam } from "@first-bounce/contract/team/team";
import type { AutofillStyle } from "@first-bounce/rules/autofill/autofill-style";
import { checkPlayers, checkShape } from "@first-bounce/rules/lineup/check-lineup";
import type { GetProjectedPoints } from "@first-bounce/rules/lineup/default-roles";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { listBenchIds } from "@first-bounce/rules/lineup/slots";
import { createLockCheck } from "@first-bounce/rules/lockout/locked-players";
import { findRound, findStartRoundId } from "@first-bounce/rules/round/round";
import { computeBankAfterEdit, computeBankUnderCap } from "@first-bounce/rules/salary/salary";
import { checkTeamEdit } from "@first-bounce/rules/team/edit-team";
import {
	getStartRoundId,
	hasTeamStarted,
	type SeasonContext,
	type TeamState,
} from "@first-bounce/rules/team/team-state";
import { buildRuling, type Violation } from "@first-bounce/rules/violation";
import { refuse } from "../../plugins/refusal.ts";
import { computeRoundProjection } from "../projections/season-outlook.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { applyTeamAction, toTeamUpdate } from "./actions/apply-team-action.ts";
import { buildAutofillPool } from "./autofill/autofill-pool.ts";
import { buildShownTeam, loadTeam, type Manager, type TeamServices } from "./load-team.ts";
import { buildSeasonContext, buildTeamState } from "./team-state.ts";
import { buildLineupView } from "./team-view.ts";
import { buildViolationRefusal } from "./violation-refusal.ts";

export async function getMyTeam(services: TeamServices, manager: Manager): Promise<ShownTeam> {
	const { row, season } = await loadTeam(services, manager);
	return buildShownTeam(row, season, services);
}

/** Projects the points of players in the round in which a team starts if it is first saved now. */
function createProjection(season: SeasonSnapshot, { rounds, now }: SeasonContext): GetProjectedPoints {
	const round = findRound(season.rounds, findStartRoundId(rounds, now));
	return (id) => {
		const player = season.players.get(id);
		return player && round && computeRoundProjection(player, round, season);
	};
}

/** Saves a whole line-up, which is allowed until the start round completes (docs/game-rules.md#changing-a-team). */
export async function updateTeam(
	services: TeamServices,
	manager: Manager,
	{ version, lineup: field, ...proposed }: LineupBody,
	action: "update" | "autopick" = "update",
): Promise<SavedTeam> {
	const { shown } = await applyTeamAction(services, manager, { action, version }, ({ season, team, context }) => {
		const getProjectedPoints = createProjection(season, context);
		return toTeamUpdate(checkTeamEdit(team, { ...proposed, field }, { ...context, getProjectedPoints }));
	});
	return shown;
}

/** Computes the money that autofill can spend on the empty slots of a proposed line-up. */
const computeAutofillBank = (saved: TeamState | null, proposed: Lineup, season: SeasonSnapshot): number => {
	const getPlayer = (id: number) => season.players.get(id);
	return saved
		? computeBankAfterEdit(saved.bank, saved.lineup, proposed, getPlayer)
		: computeBankUnderCap(proposed, season.rules, getPlayer);
};

function listProposedViolations(
	saved: TeamState | null,
	proposed: Lineup,
	season: SeasonSnapshot,
	context: SeasonContext,
) {
	const startViolations: Violation[] = saved && hasTeamStarted(saved, context) ? [{ code: "team-started" }] : [];
	const shapeViolations = checkShape(proposed, season.rules);
	const playerViolations = shapeViolations.length === 0 ? checkPlayers(proposed, season.rules, context.getPlayer) : [];
	return [...startViolations, ...shapeViolations, ...playerViolations];
}

/** Fills the empty slots of a proposed line-up (docs/game-rules.md#autofill), then saves it like any other edit. */
export async function autofillTeam(
	services: TeamServices,
	manager: Manager,
	body: LineupBody & { readonly style?: AutofillStyle | undefined },
	signal: AbortSignal,
): Promise<SavedTeam> {
	const { version, style, lineup: field, ...payload } = body;
	const { row, season } = await loadTeam(services, manager);
	if (version !== undefined && version !== row.version) throw refuse(409, "stale-version");
	const now = services.clocks.seasonNow();
	const saved = buildTeamState(row, season);
	const bench = listBenchIds({ ...payload, field, emergency: [] });
	const savedEmergencies = saved?.lineup.emergency.filter((id) => bench.includes(id));
	const proposed: Lineup = { ...payload, field, emergency: payload.emergency ?? savedEmergencies ?? [] };
	const context = buildSeasonContext(season, now, row);
	const ruling = buildRuling(listProposedViolations(saved, proposed, season, context), proposed);
	if (!ruling.ok) throw buildViolationRefusal(ruling.violations, (id) => season.players.get(id));

	const isLocked = createLockCheck(saved, context);
	const startRoundId = saved ? getStartRoundId(saved, context) : findStartRoundId(season.rounds, now);
	const input = {
		lineup: proposed,
		...buildAutofillPool(season, { startRoundId, style, isLocked, getPlayer: context.getPlayer }),
		bank: computeAutofillBank(saved, proposed, season),
		isFirstSave: saved === null,
		rules: season.rules,
	};
	const filled = await services.solver.fill({ userId: manager.userId, signal }, input);
	if (!filled.ok) throw buildViolationRefusal(filled.violations, (id) => season.players.get(id));
	return updateTeam(services, manager, { ...buildLineupView(filled.value), version }, "autopick");
}
