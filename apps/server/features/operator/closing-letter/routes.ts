import { showClosingLetter } from "@first-bounce/contract/operator/closing-letter";
import type { FastifyInstance } from "fastify";
import { registerOperatorRoute } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
import { buildClosingLetter } from "./build-letter.ts";

/** Registers the call that shows the closing letter of a round. */
export function registerClosingLetter(app: FastifyInstance, { db, seasons }: OperatorServices): void {
	registerOperatorRoute(app, showClosingLetter, async ({ params }) => ({
		letter: await buildClosingLetter(db, seasons.current(), params.id),
	}));
}
