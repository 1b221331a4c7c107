import { playDemoRound, signInToDemo } from "@first-bounce/contract/clock";
import type { UserId } from "@first-bounce/rules/ids";
import type { FastifyInstance } from "fastify";
import { refuse } from "../../plugins/refusal.ts";
import { route } from "../../plugins/route.ts";
import type { SeasonClocks } from "../seasons/current/season-clock.ts";

/** What a visitor of the demo can do. */
export interface DemoServices {
	readonly isOffered: () => boolean;
	/** The account that the demo button signs in to; null before the demo is set up. */
	readonly managerId: () => Promise<UserId | null>;
	readonly playRound: () => Promise<void>;
}

/** Sign-in and clock of the demo; both refuse where it may not run. */
export function registerDemo(app: FastifyInstance, demo: DemoServices | null, clocks: SeasonClocks): void {
	const { sessions } = app.routeServices;
	const offered = (): DemoServices => {
		if (!demo?.isOffered()) throw refuse(403, "demo-off");
		return demo;
	};

	route(app, signInToDemo, {
		needs: "demo",
		handler: async ({ request, reply }) => {
			const userId = await offered().managerId();
			if (userId === null) throw refuse(403, "demo-off");
			return { sessionId: await sessions.start(request, reply, userId) };
		},
	});

	route(app, playDemoRound, {
		needs: "demo",
		handler: async () => {
			await offered().playRound();
			await clocks.refresh();
			return clocks.show();
		},
	});
}
