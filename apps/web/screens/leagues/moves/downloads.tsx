import { showDraftTeams } from "@first-bounce/contract/draft/draft";
import { listWaiverRuns } from "@first-bounce/contract/draft/waivers";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useSeason } from "../../../api/use-season.ts";
import { site } from "../../../app/site.ts";
import { Button } from "../../../components/button/button.tsx";
import { showProblem } from "../../../components/error-modal/problem-store.ts";
import type { LeagueNames } from "../../../draft-league/use-league-names.ts";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { LANGUAGE } from "../../../i18n/language.ts";
import { downloadCsv } from "../../../sharing/download-file.ts";
import frame from "../frame/frame.module.css";
import rows from "../frame/rows.module.css";
import { useLeague } from "../league/use-league.ts";
import { formatMovesCsv, formatRunsCsv, formatSquadsCsv } from "./format-moves-csv.ts";
import styles from "./moves.module.css";
import { loadAllTransactions } from "./use-moves.ts";

interface FileProps {
	readonly title: string;
	/** The name of the file without its ending. */
	readonly name: string;
	/** The call whose answer is the JSON file. */
	readonly path: string;
	readonly load: () => Promise<string>;
}

const Download = ({ title, name, path, load }: FileProps) => {
	const { t } = useTranslation();
	const [isPending, setPending] = useState(false);
	const download = async () => {
		setPending(true);
		try {
			downloadCsv(`${name}.csv`, await load());
		} catch (error) {
			showProblem({ message: getErrorMessage(error, t) });
		} finally {
			setPending(false);
		}
	};
	return (
		<li>
			<span>{title}</span>
			<Button
				icon="download"
				isPending={isPending}
				aria-label={t("moves.files.csvOf", { file: title })}
				onPress={() => void download()}
			>
				{t("moves.files.csv")}
			</Button>
			<a
				href={`${site.apiBase}/${LANGUAGE}${path}`}
				download={`${name}.json`}
				aria-label={t("moves.files.jsonOf", { file: title })}
			>
				{t("moves.files.json")}
			</a>
		</li>
	);
};

/** The league's log, squads and results of claims as files. */
export const Downloads = ({ names }: { readonly names: LeagueNames }) => {
	const { t } = useTranslation();
	const { id } = useLeague();
	const season = useSeason();
	const params = { id };
	if (season.state !== "ready") return null;
	const { playerById } = season.value;
	return (
		<section className={frame.card} aria-label={t("moves.files.title")}>
			<h2>{t("moves.files.title")}</h2>
			<ul className={`${rows.rows} ${styles.files}`}>
				<Download
					title={t("leagues.tabs.moves")}
					name={`moves-${id}`}
					path={`/draft/league/${id}/transactions?limit=500`}
					load={async () => formatMovesCsv(await loadAllTransactions(id), names)}
				/>
				<Download
					title={t("moves.files.squads")}
					name={`squads-${id}`}
					path={`/draft/league/teams/${id}`}
					load={async () => formatSquadsCsv((await client(showDraftTeams, { params })).teams, names, playerById)}
				/>
				<Download
					title={t("moves.files.runs")}
					name={`waivers-${id}`}
					path={`/draft/waivers/${id}/runs`}
					load={async () => formatRunsCsv((await client(listWaiverRuns, { params })).runs, names)}
				/>
			</ul>
			<p className={frame.hint}>{t("moves.files.text")}</p>
		</section>
	);
};
