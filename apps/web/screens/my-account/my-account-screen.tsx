import type { User } from "@first-bounce/contract/accounts/user";
import { useTranslation } from "react-i18next";
import { useUser } from "../../api/use-user.ts";
import { site } from "../../app/site.ts";
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

const Account = ({ user }: { readonly user: User }) => {
	const { t } = useTranslation();
	return (
		<div className={styles.account}>
			<title>{t("app.title", { page: t("account.title") })}</title>
			<PictureSection user={user} />
			<div className={styles.sections}>
				<div className={styles.column}>
					<ProfileSection user={user} />
					<NotificationsSection user={user} />
					<DevicesSection />
					<TokensSection />
					<OwnDataSection />
				</div>
				<div className={styles.column}>
					<TeamNameSection user={user} />
					<CoachSection />
					<CalendarSection />
					{user.hasPassword && site.hasPasswords ? (
						<>
							<EmailSection user={user} />
							<PasswordSection />
							{site.hasExternalProvider ? null : <PasskeysSection />}
						</>
					) : (
						<ProviderSection user={user} />
					)}
					<DeactivateSection user={user} />
				</div>
			</div>
		</div>
	);
};

/** The user's account: profile, sign-in, notifications, devices and deactivation. */
export const MyAccountScreen = () => {
	const user = useUser();
	return user.state === "ready" && user.value ? <Account user={user.value} /> : null;
};
