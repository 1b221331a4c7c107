import { showClosingLetter } from "@first-bounce/contract/operator/closing-letter";
import type { FastifyInstance } from "fastify";
import { createOperatorRoutes } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
import { buildClosingLetter } from "./build-letter.ts";

/** Registers the call that shows the closing letter of a round. */
export function registerClosingLetter(app: FastifyInstance, { db, seasons }: OperatorServices): void {
	const register = createOperatorRoutes(app);
	register(showClosingLetter, async ({ params }) => ({
		letter: await buildClosingLetter(db, seasons.current(), params.id),
	}));
}
