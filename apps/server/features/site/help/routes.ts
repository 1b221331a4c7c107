import { HELP_FILES } from "@first-bounce/contract/site/help";
import type { FastifyInstance } from "fastify";
import { sendBuiltFile } from "../../../plugins/http/built-file.ts";
import type { HelpCatalogue } from "./help-files.ts";

/** Serves /json/help/{lang}/{categories,sections,articles}.json. The parameters `page` and `per_page` have no effect. */
export function registerHelp(app: FastifyInstance, help: HelpCatalogue): void {
	for (const name of HELP_FILES)
		app.get<{ Params: { lang: string } }>(`/json/help/:lang/${name}.json`, async (request, reply) =>
			sendBuiltFile(request, reply, await help.file(request.params.lang, name)),
		);
}
