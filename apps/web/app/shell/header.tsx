import type { User } from "@first-bounce/contract/accounts/user";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { BrandMark } from "../../components/brand/brand-mark.tsx";
import { canOpen } from "../access.ts";
import { paths } from "../paths.ts";
import { usePreview } from "../preview/preview.ts";
import { AccountMenu } from "./menu/account-menu.tsx";
import { LoginLink, useIsSigningIn } from "./menu/login-link.tsx";
import { MENU, type MenuItem } from "./menu/menu.ts";
import entryStyles from "./menu/menu-entry.module.css";
import { MenuLink } from "./menu/menu-link.tsx";
import { MobileMenu } from "./menu/mobile-menu.tsx";
import styles from "./shell.module.css";

/** The list is open while it has focus, so choosing a page must blur it. */
const blurTarget = ({ currentTarget }: MouseEvent<HTMLElement>) => currentTarget.blur();

/** A menu item; its pages appear below on hover or focus. */
const MenuEntry = ({ item }: { readonly item: MenuItem }) => {
	const { t } = useTranslation();
	if (!item.pages) return <MenuLink item={item}>{t(item.label)}</MenuLink>;
	return (
		<div className={entryStyles.entry}>
			<MenuLink item={item} onClick={blurTarget}>
				{t(item.label)}
			</MenuLink>
			<ul className={entryStyles.pages}>
				{item.pages.map((page) => (
					<li key={page.to}>
						<Link to={page.to} onClick={blurTarget}>
							{t(page.label)}
						</Link>
					</li>
				))}
			</ul>
		</div>
	);
};

/** The logo, menu and account or login; only the logo until the preview password is entered. */
export const Header = ({ user }: { readonly user: User | null }) => {
	const { t } = useTranslation();
	const { isPassed, onBrandPress } = usePreview();
	const isSigningIn = useIsSigningIn();
	const pressBrand = (event: MouseEvent) => {
		// The address does not change, so that its page opens once the password is entered.
		if (!isPassed) event.preventDefault();
		onBrandPress();
	};
	const items = isPassed ? MENU.filter(({ screen }) => canOpen(screen, user)) : [];
	return (
		<div className={styles.header}>
			<Link to={paths.home.to()} className={styles.brand} aria-label={t("nav.home")} onClick={pressBrand}>
				<BrandMark />
				<span>{t("app.name")}</span>
			</Link>
			{isPassed ? (
				<>
					<nav className={styles.nav} aria-label={t("nav.main")}>
						{items.map((item) => (
							<MenuEntry key={item.to} item={item} />
						))}
					</nav>
					<div className={styles.who}>
						{user || isSigningIn ? null : <LoginLink className={styles.login}>{t("nav.login")}</LoginLink>}
						<AccountMenu user={user} />
						<MobileMenu items={items} />
					</div>
				</>
			) : null}
		</div>
	);
};
