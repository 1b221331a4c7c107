import { showLeaguesToJoin } from "@first-bounce/contract/leagues/league";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { paths } from "../../../app/paths.ts";
import { TextField } from "../../../components/fields/text-field.tsx";
import { LeagueCrest } from "../../../components/league-crest/league-crest.tsx";
import { QueryError } from "../../../components/states/states.tsx";
import { useLeagueDescription } from "../frame/use-league-description.ts";
import styles from "./join.module.css";

interface Props {
	readonly value: string;
	readonly onChange: (value: string) => void;
	/** The search text, if the widget itself lists the results. */
	readonly search?: string;
}

const MAX_RESULTS = 5;

const SearchResults = ({ search }: { readonly search: string }) => {
	const { t } = useTranslation();
	const describe = useLeagueDescription();
	const query = useQuietCall(showLeaguesToJoin, { query: { search, page: 1, limit: MAX_RESULTS } });
	const { data } = query;
	if (!data) return <QueryError queries={[query]} />;
	if (data.leagues.length === 0) return <p className={styles.quiet}>{t("leagues.widget.none")}</p>;
	return (
		<ul className={styles.found}>
			{data.leagues.slice(0, MAX_RESULTS).map((league) => (
				<li key={league.id}>
					<Link to={paths.joinLeague.to(league.code)}>
						<LeagueCrest league={league} size={34} />
						<span>
							<b>{league.name}</b>
							<small>{describe(league).slice(0, 3).join(" · ")}</small>
						</span>
					</Link>
				</li>
			))}
			{data.nextPage === null ? null : (
				<li>
					<Link to={`${paths.joinLeague.to()}?${new URLSearchParams({ search })}`}>{t("leagues.widget.all")}</Link>
				</li>
			)}
		</ul>
	);
};

/** Finds a league by code or name, or links to creating one. */
export const JoinWidget = ({ value, onChange, search }: Props) => {
	const { t } = useTranslation();
	return (
		<section className={styles.widget} aria-label={t("leagues.widget.title")}>
			<h2>{t("leagues.widget.title")}</h2>
			<TextField
				name="league"
				type="search"
				label={t("leagues.widget.field")}
				value={value}
				onChange={onChange}
				maxLength={60}
			/>
			<div role="status">{search ? <SearchResults search={search} /> : null}</div>
			<div className={styles.or}>
				<p>{t("leagues.widget.or")}</p>
				<Link to={paths.createLeague.to()} className={styles.create}>
					{t("leagues.widget.create")}
				</Link>
			</div>
		</section>
	);
};
