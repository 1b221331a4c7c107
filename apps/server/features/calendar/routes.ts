import { isLanguage } from "@first-bounce/contract/languages";
import type { UserId } from "@first-bounce/rules/ids";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Pool } from "pg";
import { refuse } from "../../plugins/refusal.ts";
import { findTokenSession } from "../accounts/access-tokens/service.ts";
import type { Clocks, SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { buildCalendar, REFRESH_SECONDS } from "./build-calendar.ts";
import { listCalendarMatchUps } from "./match-up-queries.ts";

interface CalendarServices {
	readonly pool: Pool;
	readonly peekSeason: () => SeasonSnapshot | null;
	readonly clocks: Clocks;
	readonly publicUrl: string;
}

/** Calendar services fetch for many users from few addresses. */
const MAX_REQUESTS_PER_MINUTE = 600;

/** Serves the calendar of the season, and at a private address that has an access token also the match-ups of its owner. */
export function registerCalendar(app: FastifyInstance, services: CalendarServices): void {
	const { pool, peekSeason, clocks, publicUrl } = services;
	const findUserId = async (token: string): Promise<UserId> => {
		const session = await findTokenSession(pool, token, clocks.wallNow());
		if (!session?.isActive || !session.scopes?.includes("read:calendar")) throw refuse(404, "not-found");
		return session.userId;
	};
	const send = async (reply: FastifyReply, language: string, userId: UserId | null) => {
		const season = peekSeason();
		if (!season || !isLanguage(language)) throw refuse(404, "not-found");
		const matchUps = userId === null ? [] : await listCalendarMatchUps(pool, season.seasonId, userId);
		return reply
			.type("text/calendar; charset=utf-8")
			.header("cache-control", userId === null ? `public, max-age=${REFRESH_SECONDS / 4}` : "no-store")
			.send(buildCalendar(season, matchUps, { publicUrl, language, now: clocks.wallNow() }));
	};
	const options = { config: { rateLimit: { max: MAX_REQUESTS_PER_MINUTE, timeWindow: 60_000 } } };
	app.get<{ Params: { lang: string } }>("/calendar/:lang/season.ics", options, ({ params }, reply) =>
		send(reply, params.lang, null),
	);
	app.get<{ Params: { lang: string; token: string } }>(
		"/calendar/:lang/:token.ics",
		options,
		async ({ params }, reply) => send(reply, params.lang, await findUserId(params.token)),
	);
}
