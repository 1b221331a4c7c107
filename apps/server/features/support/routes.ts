import * as call from "@first-bounce/contract/support";
import type { FastifyInstance } from "fastify";
import { clientAddress, networkOf } from "../../plugins/network-of.ts";
import { route } from "../../plugins/route.ts";
import { operatorActor } from "../audit/audit.ts";
import type { Throttle } from "../auth/throttle.ts";
import { letters, putAway, type SupportServices, takeLetter } from "./use-cases.ts";

const HOUR = 3_600_000;
/** Letters an hour from one network: a household with a problem, not a machine with a list. */
const LETTERS_AN_HOUR = 6;
const PER_MINUTE = 120;

export function registerSupport(app: FastifyInstance, services: SupportServices, throttle: Throttle): void {
	route(app, call.writeToOperator, {
		needs: "nothing",
		handler: async ({ body, request, session }) => {
			const limit = { most: LETTERS_AN_HOUR, within: HOUR };
			await throttle.attempt(`letters from ${networkOf(clientAddress(request))}`, limit);
			await takeLetter(services, body, (await session())?.userId ?? null);
			return { received: true as const };
		},
	});
	route(app, call.listLetters, {
		needs: "nothing",
		perMinute: PER_MINUTE,
		handler: ({ query }) => letters(services.db, query),
	});
	route(app, call.handleLetter, {
		needs: "nothing",
		perMinute: PER_MINUTE,
		handler: async ({ params, caller }) => {
			const deed = { actor: operatorActor(caller.userId), reason: "" };
			return { letter: await putAway(services.db, params.id, deed, services.wallNow()) };
		},
	});
}
