import type { LeagueSummary } from "@first-bounce/contract/leagues/league";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Button } from "../../../components/button/button.tsx";
import { LeagueCrest } from "../../../components/league-crest/league-crest.tsx";
import frame from "./frame.module.css";
import styles from "./league-list.module.css";
import { useLeagueDescription } from "./use-league-description.ts";

interface Props {
	readonly league: LeagueSummary;
	/** Where the name links to, if anywhere. */
	readonly to?: string;
	/** A text above the name. */
	readonly lead?: string;
	/** At the end of the row: a rank or a button. */
	readonly children?: ReactNode;
}

/** A league in a list: crest, name, description and commissioner. */
export const LeagueListItem = ({ league, to, lead, children }: Props) => {
	const { t } = useTranslation();
	const facts = useLeagueDescription()(league);
	const name = league.leagueCommissioner.teamName || t("leagues.former");
	return (
		<li className={styles.line} data-link={to ? true : undefined}>
			<LeagueCrest league={league} size={52} />
			<div className={styles.words}>
				{lead ? <p className={styles.lead}>{lead}</p> : null}
				<h2 className={styles.name}>{to ? <Link to={to}>{league.name}</Link> : league.name}</h2>
				<p className={styles.facts}>
					{facts.map((fact) => (
						<span key={fact}>{fact}</span>
					))}
					<span>{t("leagues.runBy", { name })}</span>
				</p>
			</div>
			{children ? <div className={styles.end}>{children}</div> : null}
		</li>
	);
};

export const LeagueList = ({ children, label }: { readonly children: ReactNode; readonly label: string }) => (
	<ul className={styles.lines} aria-label={label}>
		{children}
	</ul>
);

interface Pages {
	readonly hasNextPage: boolean;
	readonly isFetchingNextPage: boolean;
	readonly loadMore: () => void;
}

/** The button below a list that has further pages. */
export const MoreButton = ({ pages, label }: { readonly pages: Pages; readonly label: string }) =>
	pages.hasNextPage ? (
		<div className={frame.more}>
			<Button isPending={pages.isFetchingNextPage} onPress={pages.loadMore}>
				{label}
			</Button>
		</div>
	) : null;
