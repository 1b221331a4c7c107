import { type League, showLeagueUsers } from "@first-bounce/contract/leagues/league";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { usePages } from "../../../api/use-pages.ts";
import { ManagerAvatar } from "../../../components/manager-avatar/manager-avatar.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import frame from "../frame/frame.module.css";
import { MoreButton } from "../frame/league-list.tsx";
import rows from "../frame/rows.module.css";
import styles from "./about.module.css";
import { MemberActions } from "./member-actions.tsx";

interface Props {
	readonly league: League;
	/** Shows what the viewer may do to each member. */
	readonly isManaged?: boolean;
}

const PAGE_SIZE = 20;
/** In the address of a page, it scrolls to the members. */
export const MEMBERS_HASH = "#members";

/** The members in order of joining, with the roles of those who run the league. */
export const Members = ({ league, isManaged = false }: Props) => {
	const { t } = useTranslation();
	const { hash } = useLocation();
	const section = useRef<HTMLElement>(null);
	useEffect(() => {
		if (hash === MEMBERS_HASH) section.current?.scrollIntoView();
	}, [hash]);
	const result = usePages(showLeagueUsers, { params: { id: league.id }, query: { limit: PAGE_SIZE } });
	const users = result.data?.pages.flatMap((page) => page.users) ?? [];
	return (
		<section className={frame.card} ref={section}>
			<header className={frame.title}>
				<h2>{t("leagues.about.members")}</h2>
				<span className={styles.count}>{league.numTeams - league.unmanagedTeams}</span>
			</header>
			{isManaged ? (
				<p className={frame.hint}>
					{t(
						league.class === "draft"
							? league.may.removeUsers
								? "leagues.settings.membersDraft"
								: "leagues.settings.membersDrafted"
							: league.may.removeUsers
								? "leagues.settings.membersText"
								: "leagues.settings.membersStarted",
					)}
				</p>
			) : null}
			{result.data ? null : <LoadingOrError of={[result]} height="180px" />}
			<ul className={rows.rows}>
				{users.map((user) => {
					const name = user.teamName || t("rankings.formerTeam");
					return (
						<li key={user.userId}>
							<ManagerAvatar manager={user} size={32} />
							<span className={rows.names}>
								<b>{name}</b>
								<small>{user.fullName || t("rankings.formerManager")}</small>
							</span>
							<span className={styles.controls}>
								{user.role === "member" ? null : <em className={rows.role}>{t(`leagues.role.${user.role}`)}</em>}
								{isManaged ? <MemberActions league={league} user={user} /> : null}
							</span>
						</li>
					);
				})}
			</ul>
			<MoreButton pages={result} label={t("leagues.about.more")} />
		</section>
	);
};
