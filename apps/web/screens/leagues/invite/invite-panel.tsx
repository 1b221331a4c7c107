import type { LeagueSummary } from "@first-bounce/contract/leagues/league";
import { useTranslation } from "react-i18next";
import { paths } from "../../../app/paths.ts";
import { FormActions } from "../../../components/form-card/form-card.tsx";
import { CopyButton } from "../../../components/share/copy-button.tsx";
import { ShareButtons } from "../../../components/share/share-buttons.tsx";
import { useMedia } from "../../../live/use-media.ts";
import { buildLeagueShareUrl } from "../../../sharing/share-url.ts";
import { hasDraftStarted } from "../join/use-join.ts";
import { EmailForm } from "./email-form.tsx";
import styles from "./invite.module.css";
import { TeamLinks } from "./team-links.tsx";

/** From the tablet breakpoint on (D2.9.17). */
const DESKTOP_QUERY = "(min-width: 768px)";

/** Invites by code, link or social network, and by email on desktops. Once a draft has started, it hands teams over. */
export const InvitePanel = ({ league }: { readonly league: LeagueSummary }) => {
	const { t } = useTranslation();
	const isDesktop = useMedia(DESKTOP_QUERY);
	if (hasDraftStarted(league)) return <TeamLinks league={league} />;
	const link = new URL(paths.joinLeague.to(league.code), location.origin).href;
	return (
		<>
			<section className={styles.panel}>
				<div className={styles.row}>
					<p className={styles.code}>
						<span>{t("leagues.invite.code")}</span>
						<b>{league.code}</b>
					</p>
					<CopyButton name={t("leagues.invite.copyCode")} text={league.code} />
				</div>
				<div className={styles.row}>
					<p className={styles.link}>
						<span>{t("leagues.invite.link")}</span>
						<b>{link}</b>
					</p>
					<CopyButton name={t("leagues.invite.copyLink")} text={link} />
				</div>
				<p>{t("leagues.invite.text")}</p>
				<FormActions>
					<ShareButtons
						link={buildLeagueShareUrl(league.code)}
						text={t("leagues.invite.shareText", { league: league.name })}
					/>
				</FormActions>
			</section>
			{isDesktop ? <EmailForm leagueId={league.id} /> : null}
		</>
	);
};
