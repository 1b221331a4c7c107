import * as personMatches from "@first-bounce/contract/operator/person-matches";
import * as players from "@first-bounce/contract/operator/players";
import * as call from "@first-bounce/contract/operator/season";
import * as squads from "@first-bounce/contract/operator/squads";
import * as stats from "@first-bounce/contract/operator/stats";
import type { FastifyInstance } from "fastify";
import { createContinueLeagues } from "../../leagues/draft/keepers/continue-league.ts";
import { beginSeason, closeSeason } from "../../seasons/rollover/rollover.ts";
import { createOperatorRoutes } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
import { changeClock } from "./change-clock.ts";
import { changeMatch } from "./matches.ts";
import { decidePersonMatch, listPersonMatches } from "./person-matches.ts";
import { addPlayer, changePhoto, changePlayer, findPlayers, setPlayerDeparted } from "./players.ts";
import { listSeasons } from "./queries.ts";
import { holdRound, listRounds, publishRoundNow, releaseRound, rerunPrices, reviewPrices } from "./rounds.ts";
import { changeSquadImage, listSquads } from "./squads.ts";
import { listMatchStats, previewStatCorrection, saveStatCorrection } from "./stats.ts";

function registerRounds(app: FastifyInstance, services: OperatorServices): void {
	const register = createOperatorRoutes(app);
	register(call.listRounds, () => listRounds(services));
	register(call.changeMatch, async ({ params, body, audit }) => ({
		match: await changeMatch(services, params.id, body.change, audit),
	}));
	register(call.reviewPrices, ({ params }) => reviewPrices(services, params.id));
	register(call.publishRoundNow, async ({ params, audit }) => {
		await publishRoundNow(services, params.id, audit);
		return { published: true as const };
	});
	register(call.holdRound, async ({ params, audit }) => {
		await holdRound(services, params.id, audit);
		return { held: true as const };
	});
	register(call.releaseRound, async ({ params, audit }) => {
		await releaseRound(services, params.id, audit);
		return { released: true as const };
	});
	register(call.rerunPrices, ({ params, audit }) => rerunPrices(services, params.id, audit));
	register(stats.showStatLines, ({ params }) => listMatchStats(services, params.id));
	register(stats.previewStats, ({ params, body }) => previewStatCorrection(services, params.id, body.lines));
	register(stats.correctStatLines, ({ params, body, audit }) =>
		saveStatCorrection(services, params.id, body.lines, audit),
	);
}

function registerPlayers(app: FastifyInstance, services: OperatorServices): void {
	const register = createOperatorRoutes(app);
	register(players.listOperatorPlayers, ({ query }) => findPlayers(services, query));
	register(players.changePlayer, async ({ params, body, audit }) => ({
		player: await changePlayer(services, params.id, body, audit),
	}));
	register(players.addPlayer, async ({ body, audit }) => ({ player: await addPlayer(services, body, audit) }));
	register(players.markPlayerDeparted, async ({ params, body, audit }) => ({
		player: await setPlayerDeparted(services, params.id, body.departed, audit),
	}));
	register(personMatches.listPersonMatches, async () => ({ players: await listPersonMatches(services) }));
	register(personMatches.decidePersonMatch, async ({ params, body, audit }) => {
		await decidePersonMatch(services, params.id, body.playerId, audit);
		return { players: await listPersonMatches(services) };
	});
	register(players.changePlayerPhoto, async ({ params, picture, audit }) => ({
		player: await changePhoto(services, params.id, picture, audit),
	}));
}

function registerSquads(app: FastifyInstance, services: OperatorServices): void {
	const register = createOperatorRoutes(app);
	register(squads.listOperatorSquads, () => ({ squads: listSquads(services) }));
	register(squads.changeSquadImage, async ({ params, picture, audit }) => ({
		squad: await changeSquadImage(services, params.id, picture, audit),
	}));
}

/** Registers the routes for rounds, matches, stats, players, clubs, seasons and the clock of a demo or rehearsal. */
export function registerSeason(app: FastifyInstance, services: OperatorServices): void {
	const register = createOperatorRoutes(app);
	const registerWithoutSeason = createOperatorRoutes(app, "nothing");
	const { db, seasons: seasonHolder } = services;
	registerRounds(app, services);
	registerPlayers(app, services);
	registerSquads(app, services);
	registerWithoutSeason(call.listSeasons, async () => ({ seasons: await listSeasons(db) }));
	register(call.closeSeason, async ({ audit }) => ({ closed: await closeSeason(db, audit) }));
	registerWithoutSeason(call.beginSeason, async ({ params, audit }) => {
		const result = await beginSeason(db, params.id, audit, createContinueLeagues(services));
		await seasonHolder.refresh();
		return result;
	});
	const registerForClock = createOperatorRoutes(app, services.isRehearsal ? "season" : "demo");
	registerForClock(call.setClock, ({ body, audit }) => changeClock(services, body, audit));
}
