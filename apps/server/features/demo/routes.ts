import { playDemoRound, signInToDemo } from "@first-bounce/contract/clock";
import type { FastifyInstance } from "fastify";
import { refuse } from "../../plugins/refusal.ts";
import { route } from "../../plugins/route.ts";
import type { SeasonClocks } from "../seasons/current/season-clock.ts";
import type { DemoServices } from "./service.ts";

/** Each sign-in stores a session. Enough for a class that tries the demo from one address. */
const MAX_SIGN_INS_PER_MINUTE = 60;

/** Registers the demo's sign-in and clock routes, which refuse requests if the demo is off. */
export function registerDemo(app: FastifyInstance, demo: DemoServices | null, clocks: SeasonClocks): void {
	const { sessions } = app.routeServices;
	const getOfferedDemo = (): DemoServices => {
		if (!demo?.isOffered()) throw refuse(403, "demo-off");
		return demo;
	};

	route(app, signInToDemo, {
		needs: "demo",
		perMinute: MAX_SIGN_INS_PER_MINUTE,
		handler: async ({ query, request, reply }) => {
			const { managerId, getDraftLeague } = getOfferedDemo();
			const userId = await managerId();
			if (userId === null) throw refuse(403, "demo-off");
			const draftLeagueId = await getDraftLeague(userId, query.draft === "1").catch((error: unknown) => {
				request.log.error(error);
				return null;
			});
			return { sessionId: await sessions.start(request, reply, userId), draftLeagueId };
		},
	});

	route(app, playDemoRound, {
		needs: "demo",
		handler: async () => {
			await getOfferedDemo().playRound();
			await clocks.refresh();
			return clocks.show();
		},
	});
}
