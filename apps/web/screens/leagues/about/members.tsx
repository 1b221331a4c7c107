import { type League, type LeagueUser, showLeagueUsers } from "@first-bounce/contract/leagues/league";
import { removeLeagueUser } from "@first-bounce/contract/leagues/league-actions";
import { MAX_DEPUTIES } from "@first-bounce/rules/leagues/league-leadership";
import { canActOn } from "@first-bounce/rules/leagues/league-permissions";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useCallMutation } from "../../../api/use-call.ts";
import { usePages } from "../../../api/use-pages.ts";
import { Button } from "../../../components/button/button.tsx";
import { ConfirmDialog } from "../../../components/dialog/confirm-dialog.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { ManagerAvatar } from "../../../components/manager-avatar/manager-avatar.tsx";
import { ActionMenu, type MenuAction } from "../../../components/menu/action-menu.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { formatInteger } from "../../../i18n/format.ts";
import frame from "../frame/frame.module.css";
import { MoreButton } from "../frame/league-list.tsx";
import rowStyles from "../frame/rows.module.css";
import { useLeagueUpdates } from "../frame/use-league-updates.ts";
import styles from "./about.module.css";
import { useLeadership } from "./use-leadership.ts";

interface MemberProps {
	readonly league: League;
	readonly user: LeagueUser;
}

type Action = "name-deputy" | "end-deputy" | "offer";

/** Makes a member a deputy, ends the role, or offers her the league. */
const RoleMenu = ({ league, user: { userId, role, teamName } }: MemberProps) => {
	const { t } = useTranslation();
	const [isOffering, setOffering] = useState(false);
	const leadership = useLeadership(league);
	const member = { userId, name: teamName };
	const label = t("leagues.deputies.actions", { name: teamName });
	const actions: readonly (MenuAction<Action> & { readonly isShown: boolean })[] = [
		{
			id: "name-deputy",
			label: t("leagues.deputies.name"),
			icon: "star",
			isShown: role === "member" && league.deputies.length < MAX_DEPUTIES,
		},
		{ id: "end-deputy", label: t("leagues.deputies.end"), icon: "close", isShown: role === "deputy" },
		{ id: "offer", label: t("leagues.handOver.offer"), icon: "swap", isShown: true },
	];
	const handlers: Readonly<Record<Action, () => void>> = {
		"name-deputy": () => leadership.nameDeputy(member),
		"end-deputy": () => leadership.endDeputy(member),
		offer: () => setOffering(true),
	};
	return (
		<>
			<ActionMenu
				label={label}
				getActions={() => actions.filter(({ isShown }) => isShown)}
				onAction={(action) => handlers[action]()}
			>
				{(trigger) => (
					<button type="button" className={styles.more} aria-label={label} {...trigger}>
						<Icon name="more" size={18} />
					</button>
				)}
			</ActionMenu>
			<ConfirmDialog
				title={t("leagues.handOver.offerTitle", { name: teamName })}
				text={t("leagues.handOver.offerText", { name: teamName, league: league.name })}
				confirmLabel={t("leagues.handOver.offer")}
				isOpen={isOffering}
				onClose={() => setOffering(false)}
				isPending={leadership.isPending}
				onConfirm={() => leadership.offerTo(member, () => setOffering(false))}
			/>
		</>
	);
};

const RemoveMember = ({ league, user }: MemberProps) => {
	const { t } = useTranslation();
	const updates = useLeagueUpdates();
	const [isConfirming, setConfirming] = useState(false);
	const name = user.teamName || t("rankings.formerTeam");
	const remove = useCallMutation(removeLeagueUser, {
		onSuccess: () => {
			updates.showSuccess(t("leagues.remove.done", { name }));
			return updates.invalidateLeagues();
		},
		onSettled: () => setConfirming(false),
	});
	return (
		<>
			<Button variant="quiet" aria-label={t("leagues.remove.spoken", { name })} onPress={() => setConfirming(true)}>
				{t("leagues.remove.button")}
			</Button>
			<ConfirmDialog
				title={t("leagues.remove.title", { name })}
				text={t(league.privacy === "private" ? "leagues.remove.textPrivate" : "leagues.remove.text", {
					name,
					league: league.name,
				})}
				confirmLabel={t("leagues.remove.yes")}
				isOpen={isConfirming}
				onClose={() => setConfirming(false)}
				isPending={remove.isPending}
				onConfirm={() =>
					remove.mutate({ params: { id: league.id, userId: user.userId }, body: { leagueId: league.id } })
				}
			/>
		</>
	);
};

const MemberActions = ({ league, user }: MemberProps) => (
	<>
		{league.may.removeUsers && canActOn(league.role, user.role) ? <RemoveMember league={league} user={user} /> : null}
		{league.may.nameDeputies && user.role !== "commissioner" && user.teamName ? (
			<RoleMenu league={league} user={user} />
		) : null}
	</>
);

interface Props {
	readonly league: League;
	/** Shows what the viewer may do to each member. */
	readonly isManaged?: boolean;
}

const PAGE_SIZE = 20;
/** The end of an address that scrolls the page to the members. */
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
				<span className={styles.count}>{formatInteger(league.numTeams - league.unmanagedTeams)}</span>
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
			<ul className={rowStyles.rows}>
				{users.map((user) => {
					const name = user.teamName || t("rankings.formerTeam");
					return (
						<li key={user.userId}>
							<ManagerAvatar manager={user} size={32} />
							<span className={rowStyles.names}>
								<b>{name}</b>
								<small>{user.fullName || t("rankings.formerManager")}</small>
							</span>
							<span className={styles.controls}>
								{user.role === "member" ? null : <em className={rowStyles.role}>{t(`leagues.role.${user.role}`)}</em>}
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
