import type { Entry } from '../entry.ts';

export const host = {
  'host.unreachable.auth': {
    en: '{node}: SSH accepts no key of ours there, and a password is never asked for. Install a key: ssh-copy-id {target}',
    zh: '{node}：对方不接受我们的任何 SSH 密钥，而本工具从不询问登录密码。请先安装密钥：ssh-copy-id {target}',
  },
  'host.unreachable.host-key-unknown': {
    en: '{node}: its SSH host key is not known here. Log in once by hand, compare the fingerprint with the one on the machine and accept it: ssh {target}',
    zh: '{node}：本机还不认识它的 SSH 主机密钥。请手动登录一次，与机器上的指纹核对后再接受：ssh {target}',
  },
  'host.unreachable.host-key-changed': {
    en: '{node}: its SSH host key has changed against {where}. After a reinstall or when an address moved to another machine that is expected; otherwise somebody may be in between. When you know the reason: ssh-keygen -R {host}',
    zh: '{node}：它的 SSH 主机密钥与 {where} 中的记录不同。重装系统或地址换给另一台机器后会如此，否则可能有人在中间。确认原因后执行：ssh-keygen -R {host}',
  },
  'host.unreachable.refused': {
    en: '{node}: the machine answers, but nothing listens for SSH at {target}. On its console: sudo systemctl enable --now ssh',
    zh: '{node}：机器有应答，但 {target} 上没有 SSH 服务在监听。请在其控制台执行：sudo systemctl enable --now ssh',
  },
  'host.unreachable.timeout': {
    en: '{node}: no answer from {target} in time (timed out). It is off, hung, or the address is wrong: look at its console, then try: ssh {target} true',
    zh: '{node}：{target} 在限定时间内没有应答（超时）。机器可能已关机、卡死或地址有误：请查看其控制台，然后试：ssh {target} true',
  },
  'host.unreachable.no-route': {
    en: '{node}: this machine has no way to {target}. The cable, the address or the subnet is wrong: ip route get ADDRESS shows which link would be used',
    zh: '{node}：本机没有到 {target} 的路由。网线、地址或子网有误：ip route get 地址 会显示将使用哪条链路',
  },
  'host.unreachable.name': {
    en: '{node}: the name in {target} has no address here. Write the address in the cluster file, or name the machine in /etc/hosts or in ~/.ssh/config',
    zh: '{node}：本机解析不出 {target} 中的名字。请在集群文件里直接写地址，或在 /etc/hosts 或 ~/.ssh/config 中为它命名',
  },
  'host.unreachable.lost': {
    en: '{node}: the connection to {target} broke under way. What it was doing may still run there; the same command again finds it',
    zh: '{node}：与 {target} 的连接中途断开。正在做的事可能仍在那里运行；再次执行同一命令即可接上',
  },
  'host.unreachable.other': {
    en: '{node}: ssh could not start our work at {target}. Its own words are below; the same by hand: ssh {target} true',
    zh: '{node}：ssh 无法在 {target} 上开始工作。它的原话见下；可手动重试：ssh {target} true',
  },
  'host.bad-target': {
    en: '{node}: {target} is no SSH destination. It is a host, user@host or an alias of the ssh config, without blanks and not starting with a dash',
    zh: '{node}：{target} 不是有效的 SSH 目标。应为主机名、用户@主机名或 ssh 配置中的别名，不含空白，也不以连字符开头',
  },
  'host.control-folder': {
    en: 'The folder for SSH control sockets, {folder}, is not a folder of this user alone. Remove it or set XDG_RUNTIME_DIR',
    zh: '存放 SSH 控制套接字的文件夹 {folder} 不是当前用户独有的。请删除它或设置 XDG_RUNTIME_DIR',
  },
  'host.dial-failed': {
    en: '{node}: no connection to {address} port {port} as seen from that machine',
    zh: '{node}：从该机器上无法连接 {address} 的 {port} 端口',
  },
} as const satisfies Record<string, Entry>;
