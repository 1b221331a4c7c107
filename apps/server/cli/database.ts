import { Command } from "commander";
import { print } from "./output.ts";
import { withDatabase } from "./with-database.ts";

export function databaseCommand(): Command {
	const database = new Command("db").description("look after the database");
	database
		.command("migrate")
		.description("bring the tables up to date (the server does so whenever it starts)")
		.addHelpText("after", "\nExample:\n  DATABASE_URL=postgres://fb@db/fb npm run -s fb -- db migrate")
		.action(() =>
			withDatabase(async ({ migrated }) => {
				print(...(migrated.length > 0 ? migrated.map((name) => `applied ${name}`) : ["The tables are up to date."]));
			}),
		);
	return database;
}
