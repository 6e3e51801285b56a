package envoy

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"wavetank/chain/printable"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios"
	"wavetank/scenarios/foreign"
)

// envoySource is where defaults come from that a configuration does not give.
const envoySource = "Envoy's API reference"

// envoy is a bootstrap or a cluster as it is being imported.
type envoy struct {
	*foreign.Importing
	clusters []*envoyCluster
	cluster  *envoyCluster // at which traffic enters
	tiers    []tier        // its hosts, by priority
	route    *yamldoc.Node // the route that leads to it, nil for none
	policy   *yamldoc.Node // its retry policy, or its virtual host's
	attempts int           // of one call where each goes to another priority, 0 for no bound
}

// envoyCluster is one cluster.
type envoyCluster struct {
	name string
	node *yamldoc.Node
}

// tier is the hosts of one priority.
type tier struct {
	priority int
	members  []*foreign.Member
	weights  []int
	weighted bool
}

// belongs are settings that Envoy reads in one place alone.
var belongs = map[string]string{
	"outlier_detection": "in a cluster", "circuit_breakers": "in a cluster", "load_assignment": "in a cluster", "lb_policy": "in a cluster",
	"common_lb_config": "in a cluster", "healthy_panic_threshold": "in common_lb_config", "connect_timeout": "in a cluster",
	"consecutive_5xx": "in outlier_detection", "interval": "in outlier_detection", "base_ejection_time": "in outlier_detection",
	"max_ejection_time": "in outlier_detection", "max_ejection_percent": "in outlier_detection", "always_eject_one_host": "in outlier_detection",
	"retry_policy": "in a route, or its virtual host", "retry_on": "in retry_policy", "num_retries": "in retry_policy",
	"per_try_timeout": "in retry_policy", "per_try_idle_timeout": "in retry_policy", "retriable_status_codes": "in retry_policy",
	"retry_back_off": "in retry_policy", "retry_host_predicate": "in retry_policy", "retry_priority": "in retry_policy",
	"hedge_policy": "in a route", "timeout": "in a route",
	"max_requests": "in circuit_breakers.thresholds", "max_retries": "in circuit_breakers.thresholds", "retry_budget": "in circuit_breakers.thresholds",
	"load_balancing_weight": "in lb_endpoints",
}

// Import imports one cluster, and the route that leads to it.
func Import(im *foreign.Importing) error {
	im.Camel, im.Belongs = true, belongs // as protobuf's JSON writes them
	if err := im.Open(); err != nil {
		return err
	}
	e := &envoy{Importing: im}
	im.Note(foreign.NoteLeft, yamldoc.Pos{}, "all but this file: what xDS adds or changes, runtime values, headers that override a route")
	e.findClusters()
	if len(e.clusters) == 0 {
		return yamldoc.Problems{{Pos: im.Root.Pos, Text: "this is no configuration of Envoy: no cluster is in it"}}
	}
	if err := e.choose(); err != nil {
		return err
	}
	e.hosts()
	if len(im.Problems) > 0 {
		return im.Problems.Err()
	}
	e.strategy()
	e.lint()
	return nil
}

// find returns the value of a key, written as in the API or in camel case.
func (e *envoy) find(n *yamldoc.Node, keys ...string) *yamldoc.Node {
	for _, key := range keys {
		if v := e.Get(n, key); v != nil {
			n = v
			continue
		}
		return nil
	}
	return n
}

// findClusters looks where clusters may stand: in a bootstrap, in a file of
// resources, in a list, or alone.
func (e *envoy) findClusters() {
	root := e.Root
	if root.Kind == yamldoc.Map && slices.ContainsFunc([]string{"outlier_detection", "load_assignment", "circuit_breakers"}, func(key string) bool { return e.Peek(root, key) != nil }) {
		e.addCluster(root)
		e.policy, e.route = e.find(root, "retry_policy"), e.find(root, "route")
		return
	}
	lists := []*yamldoc.Node{e.find(root, "static_resources", "clusters"), e.find(root, "clusters"), e.find(root, "resources")}
	if root.Kind == yamldoc.List {
		lists = append(lists, root)
	}
	for _, list := range lists {
		for _, c := range e.List(list, "clusters") {
			e.addCluster(c)
		}
	}
}

func (e *envoy) addCluster(n *yamldoc.Node) {
	kindOf := foreign.TextOf(n.Get("@type"))
	if n.Kind != yamldoc.Map || kindOf != "" && !strings.HasSuffix(kindOf, ".Cluster") {
		return
	}
	name := e.Word(n, "name")
	if name == "" {
		name = "cluster"
	}
	e.clusters = append(e.clusters, &envoyCluster{name, n})
}

// named finds a cluster.
func (e *envoy) named(name string) *envoyCluster {
	for _, c := range e.clusters {
		if c.name == name {
			return c
		}
	}
	return nil
}

// choose finds the cluster at which traffic enters: the one that was asked for,
// else the first one that a route leads to, else the first.
func (e *envoy) choose() error {
	routes := e.routes()
	switch {
	case e.Group != "":
		if e.cluster = e.named(e.Group); e.cluster == nil {
			var names []string
			for _, c := range e.clusters {
				names = append(names, printable.Scrub(c.name))
			}
			return fmt.Errorf("--group %s: no such cluster (%s)", e.Group, foreign.HintOf(e.Group, names))
		}
	default:
		e.cluster = e.clusters[0]
		for _, r := range routes {
			if c := e.named(r.cluster); c != nil {
				e.cluster = c
				break
			}
		}
		if len(e.clusters) > 1 {
			e.Note(foreign.NoteAssumed, e.cluster.node.Pos, "traffic enters at the cluster %s; --group NAME enters at another", e.cluster.name)
		}
	}
	for _, r := range routes {
		if r.cluster == e.cluster.name && e.route == nil {
			e.route, e.policy = r.action, r.policy
		}
	}
	for _, c := range e.clusters {
		if c != e.cluster {
			e.Told[c.node] = true
		}
	}
	return nil
}

// envoyRoute is a route, with the retry policy that holds for it.
type envoyRoute struct {
	cluster string
	action  *yamldoc.Node
	policy  *yamldoc.Node
}

// routes finds all routes, wherever listeners keep them. What else a listener
// holds is told in one line.
func (e *envoy) routes() (out []envoyRoute) {
	var walk func(n, policy *yamldoc.Node)
	walk = func(n, policy *yamldoc.Node) {
		if n == nil || n.Kind < yamldoc.List {
			return
		}
		for _, item := range n.Items {
			walk(item, policy)
		}
		if hosts := n.Get("routes"); hosts != nil && e.find(n, "retry_policy") != nil {
			policy = e.find(n, "retry_policy")
		}
		for _, entry := range n.Entries {
			if to := entry.Value; entry.Key == "route" && to != nil && to.Kind == yamldoc.Map {
				own := policy
				if p := e.find(to, "retry_policy"); p != nil {
					own = p
				}
				out = append(out, envoyRoute{e.target(to), to, own})
			}
			walk(entry.Value, policy)
		}
	}
	for _, path := range [][]string{{"static_resources", "listeners"}, {"listeners"}, {"resources"}, {"virtual_hosts"}, {"route_config"}} {
		n := e.find(e.Root, path...)
		walk(n, nil)
		if n != nil && path[len(path)-1] != "resources" {
			e.Told[n] = true
			e.Note(foreign.NoteLeft, n.Pos, "%s: of these, the routes to the cluster alone", path[len(path)-1])
		}
	}
	return out
}

// target is the cluster that a route leads to: the heaviest of several.
func (e *envoy) target(route *yamldoc.Node) string {
	if name := e.Word(route, "cluster"); name != "" {
		return name
	}
	best, name := -1.0, ""
	several := e.find(route, "weighted_clusters")
	for _, c := range foreign.ItemsOf(e.find(several, "clusters")) {
		w, _ := e.Number(e.find(c, "weight"), "weight", 0, 1<<32)
		if w > best {
			best, name = w, e.Word(c, "name")
		}
	}
	if several != nil {
		e.Left(several, "weighted_clusters: the heaviest is taken, %s", name)
	}
	return name
}

// hosts makes a provider of each host: those of the cluster by priority, or those
// of the clusters that it is an aggregate of.
func (e *envoy) hosts() {
	typed := e.find(e.cluster.node, "cluster_type", "typed_config")
	for _, item := range foreign.ItemsOf(e.find(typed, "clusters")) {
		e.Used[item] = true
		c := e.named(foreign.TextOf(item))
		if c == nil {
			e.Warn(item.Pos, "the aggregate names a cluster that is not in this file: %s", foreign.Shorten(foreign.TextOf(item)))
			continue
		}
		delete(e.Told, c.node)
		e.Took(item, "a member of the aggregate -> the hosts of %s, after those before it", c.name)
		e.hostsOf(c, len(e.tiers)*1000)
	}
	if len(e.tiers) == 0 {
		e.hostsOf(e.cluster, 0)
	}
	slices.SortStableFunc(e.tiers, func(a, b tier) int { return a.priority - b.priority })
}

// hostsOf adds one cluster's hosts.
func (e *envoy) hostsOf(c *envoyCluster, base int) {
	n := 0
	for _, locality := range e.List(e.find(c.node, "load_assignment", "endpoints"), "endpoints") {
		priority, _ := e.Whole(e.find(locality, "priority"), "priority", 0, 128)
		for _, host := range e.List(e.find(locality, "lb_endpoints"), "lb_endpoints") {
			n++
			e.host(c, host, base+priority)
		}
	}
	if n == 0 {
		e.Note(foreign.NoteAssumed, c.node.Pos, "the hosts of %s are not in this file: one stands for them", c.name)
		m := e.Chain.Add(c.name, foreign.Member{At: c.node.Pos, Vendor: foreign.VendorOf(c.name), Aliases: []string{c.name}})
		e.tier(base).members = append(e.tier(base).members, m)
		e.tier(base).weights = append(e.tier(base).weights, 1)
	}
}

func (e *envoy) tier(priority int) *tier {
	for i := range e.tiers {
		if e.tiers[i].priority == priority {
			return &e.tiers[i]
		}
	}
	e.tiers = append(e.tiers, tier{priority: priority})
	return &e.tiers[len(e.tiers)-1]
}

var numeric = regexp.MustCompile(`^[0-9.:a-f\[\]]*$`)

// host adds one host.
func (e *envoy) host(c *envoyCluster, n *yamldoc.Node, priority int) {
	if len(e.Chain.Providers) >= scenarios.MaxProviders {
		e.Wrong(n.Pos, "", "more than %d hosts", scenarios.MaxProviders)
		return
	}
	end := e.find(n, "endpoint")
	socket := e.find(end, "address", "socket_address")
	address := e.Word(socket, "address")
	if name := e.Word(end, "hostname"); name != "" {
		address = name
	}
	e.find(socket, "port_value")
	name := address
	if name == "" || numeric.MatchString(name) {
		name = c.name
	}
	m := e.Chain.Add(name, foreign.Member{At: n.Pos, Vendor: foreign.VendorOf(address, c.name), Aliases: []string{address, c.name}})
	t := e.tier(priority)
	weight := e.find(n, "load_balancing_weight")
	w, ok := e.Whole(weight, "load_balancing_weight", 1, 1<<20)
	if !ok {
		w = 1
	} else {
		t.weighted = true
		e.Took(weight, "load_balancing_weight %d of %s -> order", w, m.Name)
	}
	t.members, t.weights = append(t.members, m), append(t.weights, w)
}

// duration reads a time as protobuf writes it: "0.5s", or seconds and nanos.
func (e *envoy) duration(n *yamldoc.Node, what string) (time.Duration, bool) {
	if n == nil {
		return 0, false
	}
	if n.Kind == yamldoc.Map {
		s, ok := e.Time(e.find(n, "seconds"), what, time.Second)
		nanos, more := e.Time(e.find(n, "nanos"), what, time.Nanosecond)
		return s + nanos, ok || more
	}
	d, err := time.ParseDuration(strings.TrimSpace(n.Text))
	if err != nil || d < 0 || d > foreign.Longest {
		e.Wrong(n.Pos, "", "%s: expected a time in seconds, as 10s or 0.5s", what)
		return 0, false
	}
	return d.Round(time.Microsecond), true
}
