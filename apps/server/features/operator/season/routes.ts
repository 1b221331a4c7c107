import * as players from "@first-bounce/contract/operator/players";
import * as call from "@first-bounce/contract/operator/season";
import * as files from "@first-bounce/contract/operator/season-import";
import * as stats from "@first-bounce/contract/operator/stats";
import type { FastifyInstance } from "fastify";
import { beginSeason, closeSeason } from "../../seasons/current/rollover.ts";
import { operatorRoute } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
import { addPlayer, changePhoto, changePlayer, departPlayer, findPlayers } from "./players.ts";
import { changeMatch, holdRound, publishNow, releaseRound, rerunPrices, reviewPrices, rounds } from "./rounds.ts";
import { importFiles } from "./season-import.ts";
import { seasons, turnClock } from "./seasons.ts";
import { correctLines, matchLines, previewStats } from "./stats.ts";

function registerRounds(app: FastifyInstance, services: OperatorServices): void {
	operatorRoute(app, call.listRounds, () => rounds(services));
	operatorRoute(app, call.changeMatch, async ({ params, body, deed }) => ({
		match: await changeMatch(services, params.id, body.change, deed),
	}));
	operatorRoute(app, call.reviewPrices, ({ params }) => reviewPrices(services, params.id));
	operatorRoute(app, call.publishRoundNow, async ({ params, deed }) => {
		await publishNow(services, params.id, deed);
		return { published: true as const };
	});
	operatorRoute(app, call.holdRound, async ({ params, deed }) => {
		await holdRound(services, params.id, deed);
		return { held: true as const };
	});
	operatorRoute(app, call.releaseRound, async ({ params, deed }) => {
		await releaseRound(services, params.id, deed);
		return { released: true as const };
	});
	operatorRoute(app, call.rerunPrices, ({ params, deed }) => rerunPrices(services, params.id, deed));
	operatorRoute(app, stats.showMatchLines, ({ params }) => matchLines(services, params.id));
	operatorRoute(app, stats.previewStats, ({ params, body }) => previewStats(services, params.id, body.lines));
	operatorRoute(app, stats.correctStatLines, ({ params, body, deed }) =>
		correctLines(services, params.id, body.lines, deed),
	);
}

function registerPlayers(app: FastifyInstance, services: OperatorServices): void {
	operatorRoute(app, players.listOperatorPlayers, ({ query }) => findPlayers(services, query));
	operatorRoute(app, players.changePlayer, async ({ params, body, deed }) => ({
		player: await changePlayer(services, params.id, body, deed),
	}));
	operatorRoute(app, players.addPlayer, async ({ body, deed }) => ({ player: await addPlayer(services, body, deed) }));
	operatorRoute(app, players.markPlayerDeparted, async ({ params, body, deed }) => ({
		player: await departPlayer(services, params.id, body.departed, deed),
	}));
	operatorRoute(app, players.changePlayerPhoto, async ({ params, picture, deed }) => ({
		player: await changePhoto(services, params.id, picture, deed),
	}));
}

/** Rounds, matches, stats and players of the season that is on; the seasons themselves; the demo's clock. */
export function registerSeason(app: FastifyInstance, services: OperatorServices): void {
	const { db, seasons: seasonHolder } = services;
	registerRounds(app, services);
	registerPlayers(app, services);
	operatorRoute(app, call.listSeasons, async () => ({ seasons: await seasons(services) }), "nothing");
	operatorRoute(app, files.previewSeason, ({ body }) => importFiles(services, body, null), "nothing");
	operatorRoute(app, files.importSeasonFiles, ({ body, deed }) => importFiles(services, body, deed), "nothing");
	operatorRoute(app, call.closeSeason, async ({ deed }) => ({ closed: await closeSeason(db, deed) }));
	operatorRoute(
		app,
		call.beginSeason,
		async ({ params, deed }) => {
			const begun = await beginSeason(db, params.id, deed);
			await seasonHolder.refresh();
			return begun;
		},
		"nothing",
	);
	operatorRoute(app, call.setClock, ({ body, deed }) => turnClock(services, body, deed), "demo");
}
