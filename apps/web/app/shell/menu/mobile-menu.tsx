import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { Icon } from "../../../components/icon/icon.tsx";
import { site } from "../../site.ts";
import type { MenuItem } from "./menu.ts";
import { MenuLink } from "./menu-link.tsx";
import styles from "./mobile-menu.module.css";
import { useMenuDismissal } from "./use-menu-dismissal.ts";

/** The menu behind a button on narrow screens. Navigation closes it. */
export const MobileMenu = ({ items }: { readonly items: readonly MenuItem[] }) => {
	const { t } = useTranslation();
	const { key } = useLocation();
	const panel = useId();
	// The menu is open for one location key only, so navigation closes it.
	const [openAt, setOpenAt] = useState<string | null>(null);
	const isOpen = openAt === key;
	const close = () => setOpenAt(null);
	const host = useRef<HTMLDivElement>(null);
	useMenuDismissal(host, isOpen, close);
	return (
		<div ref={host} className={styles.mobile}>
			<button
				type="button"
				className={styles.toggle}
				aria-expanded={isOpen}
				aria-controls={panel}
				aria-label={t("nav.menu")}
				onClick={() => setOpenAt(isOpen ? null : key)}
			>
				<Icon name={isOpen ? "close" : "menu"} size={22} />
			</button>
			<nav id={panel} className={styles.panel} hidden={!isOpen} aria-label={t("nav.menu")}>
				<ul>
					{items.map((item) => (
						<li key={item.to}>
							<MenuLink item={item} onClick={close}>
								<Icon name={item.icon} size={20} />
								{t(item.label)}
							</MenuLink>
							{item.pages ? (
								<ul>
									{item.pages.map((page) => (
										<li key={page.to}>
											<MenuLink item={{ to: page.to, except: listSiblings(item, page.to) }} onClick={close}>
												{t(page.label)}
											</MenuLink>
										</li>
									))}
								</ul>
							) : null}
						</li>
					))}
				</ul>
				<p className={styles.outside}>
					<a href={site.links.tipping}>{t("nav.tipping")}</a>
					<a href={site.links.league}>{t("nav.league")}</a>
				</p>
			</nav>
		</div>
	);
};

/** Lists the other pages of a menu item. The link to `to` is not active on them, even if their paths begin with `to`. */
const listSiblings = ({ pages = [] }: MenuItem, to: string): readonly string[] =>
	pages.map((page) => page.to).filter((other) => other !== to);
