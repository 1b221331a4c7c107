import type { User } from "@first-bounce/contract/accounts/user";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../api/use-user.ts";
import { site } from "../../app/site.ts";
import { useFocusRestore } from "../../components/focus/use-focus-restore.ts";
import { FormCard } from "../../components/form-card/form-card.tsx";
import { CalendarSection } from "./calendar-section.tsx";
import { CoachSection } from "./coach-section.tsx";
import { DeactivateSection } from "./deactivate-section.tsx";
import { DevicesSection } from "./devices-section.tsx";
import { EmailSection } from "./email-section.tsx";
import styles from "./my-account.module.css";
import { NotificationsSection } from "./notifications/notifications-section.tsx";
import { OwnDataSection } from "./own-data-section.tsx";
import { PasskeysSection } from "./passkeys-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { PictureSection } from "./picture/picture-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { TeamNameSection } from "./team-name-section.tsx";
import { TokensSection } from "./tokens-section.tsx";

/** Shown if the identity provider manages email address and password. */
const ProviderSection = ({ user }: { readonly user: User }) => {
	const { t } = useTranslation();
	return (
		<FormCard title={t("account.email")} text={t("account.elsewhere", { email: user.email })}>
			{null}
		</FormCard>
	);
};

const SECTIONS = ["you", "notifications", "game", "security", "data"] as const;
type SectionId = (typeof SECTIONS)[number];

const SectionLinks = () => {
	const { t } = useTranslation();
	return (
		<nav className={styles.links} aria-label={t("account.sections.label")}>
			{SECTIONS.map((id) => (
				<a key={id} href={`#${id}`}>
					{t(`account.sections.${id}`)}
				</a>
			))}
		</nav>
	);
};

/** Cards about one topic, on one panel. */
const Section = ({ id, children }: { readonly id: SectionId; readonly children: ReactNode }) => {
	const { t } = useTranslation();
	// The focused button disappears with the device, passkey or token that it removes.
	const focusProps = useFocusRestore<HTMLElement>();
	return (
		<section {...focusProps} id={id} className={styles.section} aria-label={t(`account.sections.${id}`)}>
			{/* The only card of its section is its heading. */}
			{id === "notifications" ? null : <h2>{t(`account.sections.${id}`)}</h2>}
			<div>{children}</div>
		</section>
	);
};

const Account = ({ user }: { readonly user: User }) => {
	const { t } = useTranslation();
	return (
		<div className={styles.account}>
			<title>{t("app.title", { page: t("account.title") })}</title>
			<PictureSection user={user} />
			<div className={styles.sections}>
				<SectionLinks />
				<Section id="you">
					<TeamNameSection user={user} />
					<ProfileSection user={user} />
				</Section>
				<Section id="notifications">
					<NotificationsSection user={user} />
				</Section>
				<Section id="game">
					<CoachSection />
					<CalendarSection />
				</Section>
				<Section id="security">
					{user.hasPassword && site.hasPasswords ? (
						<>
							<EmailSection user={user} />
							<PasswordSection />
							{site.hasExternalProvider ? null : <PasskeysSection />}
						</>
					) : (
						<ProviderSection user={user} />
					)}
					<DevicesSection />
				</Section>
				<Section id="data">
					<TokensSection />
					<OwnDataSection />
					<DeactivateSection user={user} />
				</Section>
			</div>
		</div>
	);
};

export const MyAccountScreen = () => {
	const user = useUser();
	return user.state === "ready" && user.value ? <Account user={user.value} /> : null;
};
