import { Command } from "commander";
import { changeSquadImage, listSquads } from "../../features/operator/season/squads.ts";
import { createAuditedCommand, createShowCommand, formatLine, parseId, readFileOrRefuse } from "../command-builders.ts";
import { print } from "../output/output.ts";

export function createSquadCommand(): Command {
	const squad = new Command("squad").description("clubs and their images");
	createShowCommand(
		squad.command("list").description("list the clubs of the season"),
		"squad list",
		async (services) => {
			for (const { id, name, abbreviation, imageVersion } of listSquads(services))
				print(formatLine(id, name, abbreviation, imageVersion > 0 ? `image ${imageVersion}` : "no image"));
		},
	);
	createAuditedCommand<[number, string | undefined]>(
		squad
			.command("image")
			.description("set a club's image, shown instead of its drawn guernsey, or remove it if no file is given")
			.argument("<SQUAD>", "its id", parseId)
			.argument("[FILE]", "PNG, JPEG or WebP, best with a transparent background"),
		'squad image 8096 guernsey.png --reason "the club\'s new guernsey"',
		async (services, audit, [id, file]) => {
			const { imageVersion } = await changeSquadImage(services, id, file ? await readFileOrRefuse(file) : null, audit);
			print(imageVersion > 0 ? `Squad ${id} has image ${imageVersion}.` : `Squad ${id} has no image.`);
		},
	);
	return squad;
}
