import { Link, NavLink, useLocation } from "@remix-run/react";
import { type ComponentProps, type ComponentType, Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { FRAME, type FrameTexts } from "#app/domain/shell/frame-texts.ts";
import { useSessionEnd } from "#app/live/browser/session-end.ts";
import { SCREENS } from "#app/registry/screens.ts";
import { Icon, type IconName } from "#app/ui/controls/icons.tsx";
import { GoTo } from "#app/ui/go-to/go-to.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { LiveDot } from "./live-dot.tsx";
import { Logo } from "./logo.tsx";
import type { SessionEndDialog } from "./session-end-dialog.tsx";
import { type SignIn, SignInForm, SignInNotice, useSignIn } from "./sign-in.tsx";

type User = { name: string; email: string };

type NavItem = { path: string; label: string; icon: IconName };

/** The sidebar's entries, a list for each group. */
function navGroups(isAdmin: boolean): NavItem[][] {
  const groups: NavItem[][] = [];
  for (const screen of SCREENS) {
    if (!("nav" in screen) || (screen.access === "admin" && !isAdmin)) continue;
    const { group, ...nav } = screen.nav;
    groups[group] = [...(groups[group] ?? []), { path: screen.path, ...nav }];
  }
  if (isAdmin) groups.at(-1)?.push({ path: "/accounts/settings", label: "Settings", icon: "sliders" });
  return groups;
}

/** Popovers work without JavaScript. React 18 passes these attributes on only under their lower-case HTML names. */
const popover = (id: string) => ({ id, popover: "auto" });
const opens = (id: string) => ({ popovertarget: id });
/** The close button takes the focus when the popover opens. */
const closes = (id: string) => ({ popovertarget: id, popovertargetaction: "hide", autoFocus: true });

type ShellProps = {
  user: User | null;
  isAdmin: boolean;
  /** The number of weeks that payroll is due for, which stands beside its entry of the sidebar. */
  payrollWeeks: number;
  /** Whether the browser runs on a Mac, whose shortcuts have ⌘. */
  isMac: boolean;
  /** The texts of the frame in the language of the page. A signed-in user gets the English ones. */
  frame?: FrameTexts | undefined;
  children: ReactNode;
};

/** The frame of every page: logo, navigation and account (docs/product.md, 'Screens'). */
export function Shell({ user, isAdmin, payrollWeeks, isMac, frame: translated = FRAME, children }: ShellProps) {
  const signIn = useSignIn(isAdmin);
  const frame = user ? FRAME : translated;
  const lang = user && frame !== translated ? "en" : undefined;
  return (
    <div className="isolate flex min-h-dvh flex-col lg:flex-row">
      <a href="#content" lang={lang} className="skip-link">
        {frame.skip}
      </a>
      <Navbar user={user} signIn={signIn} frame={frame} lang={lang} />
      <Sidebar
        user={user}
        signIn={signIn}
        frame={frame}
        lang={lang}
        groups={navGroups(isAdmin)}
        payrollWeeks={payrollWeeks}
        isMac={isMac}
      />
      <main id="content" tabIndex={-1} className="content">
        {children}
      </main>
      <LeaveGuard />
      <SessionEndMessage signIn={signIn} />
    </div>
  );
}

/** The message that the session has ended. Its code loads only then: a server has just answered. */
function SessionEndMessage({ signIn }: { signIn: SignIn }) {
  const end = useSessionEnd();
  const [Dialog, setDialog] = useState<ComponentType<ComponentProps<typeof SessionEndDialog>> | null>(null);
  useEffect(() => {
    if (!end) return;
    import("./session-end-dialog.tsx").then(
      ({ SessionEndDialog }) => setDialog(() => SessionEndDialog),
      // If the code does not load, the place that was refused still shows an error.
      () => {},
    );
  }, [end]);
  return end && Dialog && <Dialog end={end} signIn={signIn} />;
}

type FrameProps = { user: User | null; signIn: SignIn; frame: FrameTexts; lang: string | undefined };

/** The top bar on small screens: opens the drawer and the account menu. */
function Navbar({ user, signIn, frame, lang }: FrameProps) {
  return (
    <header lang={lang} className="navbar sticky top-0 z-10 border-b border-line bg-surface lg:hidden print:hidden">
      <div className="flex h-16 items-center gap-2 px-2">
        <button type="button" className="icon-button" aria-label={frame.open} {...opens("navigation")}>
          <Icon name="menu" />
        </button>
        <Link to="/" className="mr-auto flex min-h-11 items-center rounded-md">
          <Logo />
        </Link>
        <LiveDot />
        {user ? (
          <>
            <button type="button" className="icon-button" aria-label="Your account" {...opens("account-phone")}>
              <Avatar user={user} />
            </button>
            <AccountMenu id="account-phone" user={user} className="top-18 right-3" />
          </>
        ) : (
          <SignInForm signIn={signIn} text={frame.signIn} className="mr-2 covered-by-drawer" />
        )}
      </div>
      {!user && <SignInNotice frame={frame} problem={signIn.problem} className="mx-4 mb-3 covered-by-drawer" />}
    </header>
  );
}

type SidebarProps = FrameProps & Pick<ShellProps, "payrollWeeks" | "isMac"> & { groups: NavItem[][] };

/** The navigation: a drawer on small screens, a fixed column on large ones. */
function Sidebar({ user, signIn, frame, lang, groups, payrollWeeks, isMac }: SidebarProps) {
  const drawer = useRef<HTMLElement>(null);
  const { key } = useLocation();
  // As a cleanup, so that hydration does not close a drawer that the user has opened already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the drawer.
  useEffect(() => () => drawer.current?.hidePopover?.(), [key]);

  return (
    <aside ref={drawer} lang={lang} aria-label={frame.sidebar} className="sidebar" {...popover("navigation")}>
      <div className="sidebar-head">
        <Link to="/" className="flex min-h-11 items-center rounded-md">
          <Logo />
        </Link>
        <LiveDot className="max-lg:hidden" />
        <button type="button" className="icon-button lg:hidden" aria-label={frame.close} {...closes("navigation")}>
          <Icon name="close" />
        </button>
      </div>
      {groups[1] && <GoTo isMac={isMac} />}
      <nav aria-label={frame.main} className="grow overflow-y-auto px-3 py-2">
        {groups.map((group, index) => (
          <Fragment key={group[0]?.path}>
            {index > 1 && <hr className="mx-3 my-3 border-line" />}
            <ul className="mt-0.5 space-y-0.5">
              {group.map((item) =>
                navItem(
                  item.path === "/" ? { ...item, label: frame.form } : item,
                  item.path === "/payroll" ? payrollWeeks : 0,
                ),
              )}
            </ul>
          </Fragment>
        ))}
      </nav>
      <div className="shrink-0 border-t border-line p-3 lg:mx-3 lg:px-0">
        {user ? (
          <Account user={user} />
        ) : (
          <>
            <SignInNotice frame={frame} problem={signIn.problem} className="mb-3" />
            <SignInForm signIn={signIn} text={frame.signIn} />
          </>
        )}
      </div>
    </aside>
  );
}

function navItem({ path, label, icon }: NavItem, weeksDue: number) {
  return (
    <li key={path}>
      <NavLink
        to={path}
        end={path === "/" || path === "/accounts"}
        className="nav-item"
        title={weeksDue > 0 ? `${weeksDue} ${weeksDue === 1 ? "week" : "weeks"} due` : undefined}
      >
        <Icon name={icon} />
        <span>{label}</span>
        {weeksDue > 0 && (
          <span aria-hidden="true" className="badge badge-amber ml-auto">
            {weeksDue}
          </span>
        )}
      </NavLink>
    </li>
  );
}

function Account({ user }: { user: User }) {
  return (
    <>
      <button type="button" className="account" {...opens("account")}>
        <Avatar user={user} />
        <span className="min-w-0 grow">
          <span className="block truncate text-sm font-medium">{user.name}</span>
          <span className="block truncate text-xs text-muted">{user.email}</span>
        </span>
        <Icon name="up" className="text-muted" />
      </button>
      <AccountMenu id="account" user={user} className="bottom-20 left-3 lg:w-46 min-[90rem]:w-58" />
    </>
  );
}

function Avatar({ user }: { user: User }) {
  const [initial = "?"] = user.name.trim();
  return (
    <span aria-hidden="true" className="avatar">
      {initial.toUpperCase()}
    </span>
  );
}

function AccountMenu({ id, user, className }: { id: string; user: User; className: string }) {
  return (
    <div {...popover(id)} className={`menu ${className}`}>
      <div className="account-name">
        <p className="truncate text-sm font-medium">{user.name}</p>
        <p className="truncate text-xs text-muted">{user.email}</p>
      </div>
      <form method="post" action="/auth/sign-out">
        <button type="submit" className="menu-item">
          <Icon name="signOut" className="text-muted" />
          Sign out
        </button>
        <button type="submit" name="everywhere" value="1" className="menu-item">
          <Icon name="signOut" className="text-muted" />
          Sign out everywhere
        </button>
        <button type="button" data-shortcuts className="menu-item max-lg:hidden">
          <Icon name="key" className="text-muted" />
          Keyboard shortcuts
        </button>
      </form>
    </div>
  );
}
