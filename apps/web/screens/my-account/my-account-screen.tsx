import type { User } from "@first-bounce/contract/accounts/user";
import { useTranslation } from "react-i18next";
import { useUser } from "../../api/use-user.ts";
import { site } from "../../app/site.ts";
import { FormCard } from "../../components/form-card/form-card.tsx";
import { DeactivatePart } from "./deactivate-part.tsx";
import { DevicesPart } from "./devices-part.tsx";
import { EmailPart } from "./email-part.tsx";
import styles from "./my-account.module.css";
import { NotificationsPart } from "./notifications-part.tsx";
import { OwnDataPart } from "./own-data-part.tsx";
import { PasswordPart } from "./password-part.tsx";
import { PicturePart } from "./picture/picture-part.tsx";
import { ProfilePart } from "./profile-part.tsx";
import { TeamNamePart } from "./team-name-part.tsx";

/** Shown if the identity provider manages email address and password. */
const ProviderPart = ({ user }: { readonly user: User }) => {
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
			<PicturePart user={user} />
			<div className={styles.parts}>
				<div className={styles.column}>
					<ProfilePart user={user} />
					<NotificationsPart user={user} />
					<DevicesPart />
					<OwnDataPart />
				</div>
				<div className={styles.column}>
					<TeamNamePart user={user} />
					{user.hasPassword && site.hasPasswords ? (
						<>
							<EmailPart user={user} />
							<PasswordPart />
						</>
					) : (
						<ProviderPart user={user} />
					)}
					<DeactivatePart />
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
